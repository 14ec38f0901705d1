import {
  type ConnectionRequestOptions,
  type ConnectionRequestOptionsAsStream,
  type ConnectionRequestParams,
  type ConnectionRequestResponse,
  type ConnectionRequestResponseAsStream,
  errors,
  UndiciConnection,
} from '@elastic/elasticsearch';

type Dispatch = UndiciConnection['pool']['dispatch'];
type Handler = Parameters<Dispatch>[1];
type Controller = Parameters<NonNullable<Handler['onRequestStart']>>[0];
type Headers = ConnectionRequestResponse['headers'];

/**
 * Sends requests without the `AbortController` and the stream that the client creates for each one. The time-out covers
 * the whole response. Requests with a signal, a stream or bytes are left to the client.
 */
export class ElasticsearchConnection extends UndiciConnection {
  /** A path in `ELASTICSEARCH_URL`. */
  private readonly pathPrefix = this.url.pathname.replace(/\/$/, '');

  override request(
    params: ConnectionRequestParams,
    options: ConnectionRequestOptions,
  ): Promise<ConnectionRequestResponse>;
  override request(
    params: ConnectionRequestParams,
    options: ConnectionRequestOptionsAsStream,
  ): Promise<ConnectionRequestResponseAsStream>;
  override request(
    params: ConnectionRequestParams,
    options: ConnectionRequestOptions | ConnectionRequestOptionsAsStream,
  ): Promise<ConnectionRequestResponse | ConnectionRequestResponseAsStream> {
    const { method, querystring = '', body = null } = params;
    if ('asStream' in options || options.signal || (body !== null && typeof body !== 'string')) {
      return super.request(params, options as ConnectionRequestOptionsAsStream);
    }
    const path = `${this.pathPrefix}${params.path}${querystring === '' ? '' : `?${querystring}`}`;
    const headers = { ...this.headers, ...params.headers };
    return new Promise((resolve, reject) => {
      this.pool.dispatch({ method, path, headers, body }, new ResponseReader(resolve, reject, options.timeout));
    });
  }
}

/** Collects a response, until it is complete or too late. */
class ResponseReader implements Handler {
  private statusCode = 0;
  private headers: Headers = {};
  private readonly chunks: Buffer[] = [];
  private controller: Controller | undefined;
  private readonly timer: NodeJS.Timeout | undefined;
  private isTooLate = false;

  constructor(
    private readonly resolve: (response: ConnectionRequestResponse) => void,
    private readonly reject: (error: Error) => void,
    timeoutMs: ConnectionRequestOptions['timeout'],
  ) {
    if (timeoutMs) this.timer = setTimeout(this.abort, timeoutMs);
  }

  onRequestStart(controller: Controller): void {
    this.controller = controller;
    if (this.isTooLate) this.abort();
  }

  onResponseStart(_controller: Controller, statusCode: number, headers: Headers): void {
    this.statusCode = statusCode;
    this.headers = headers;
  }

  onResponseData(_controller: Controller, chunk: Buffer): void {
    this.chunks.push(chunk);
  }

  onResponseEnd(): void {
    clearTimeout(this.timer);
    const [first = Buffer.alloc(0), ...rest] = this.chunks;
    const body = rest.length === 0 ? first : Buffer.concat(this.chunks);
    this.resolve({ statusCode: this.statusCode, headers: this.headers, body });
  }

  onResponseError(_controller: Controller, error: Error): void {
    clearTimeout(this.timer);
    this.reject(this.isTooLate ? timedOut() : new errors.ConnectionError(error.message));
  }

  /** Before the request has a connection there is nothing to abort: then it is aborted as soon as it gets one. */
  private readonly abort = (): void => {
    this.isTooLate = true;
    this.reject(timedOut());
    this.controller?.abort(timedOut());
  };
}

function timedOut(): errors.TimeoutError {
  return new errors.TimeoutError('Request timed out');
}
