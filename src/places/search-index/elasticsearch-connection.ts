import {
  type ConnectionRequestOptions,
  type ConnectionRequestOptionsAsStream,
  type ConnectionRequestParams,
  type ConnectionRequestResponse,
  type ConnectionRequestResponseAsStream,
  errors,
  UndiciConnection,
} from '@elastic/elasticsearch';

type ConnectionOptions = ConstructorParameters<typeof UndiciConnection>[0];
type Dispatch = UndiciConnection['pool']['dispatch'];
type Handler = Parameters<Dispatch>[1];
type Controller = Parameters<NonNullable<Handler['onRequestStart']>>[0];
type Headers = ConnectionRequestResponse['headers'];

/**
 * Sends requests without the `AbortController` and the stream that the client creates for each one. The time-out covers
 * the whole response. An aborted request closes its connection, which cancels a search in Elasticsearch. Requests with a stream or
 * bytes are left to the client.
 */
export class ElasticsearchConnection extends UndiciConnection {
  /** A path in `ELASTICSEARCH_URL`. */
  private readonly pathPrefix = this.url.pathname.replace(/\/$/, '');

  constructor(private readonly options: ConnectionOptions) {
    super(options);
  }

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
    if ('asStream' in options || (body !== null && typeof body !== 'string')) {
      return super.request(params, options as ConnectionRequestOptionsAsStream);
    }
    const path = `${this.pathPrefix}${params.path}${querystring === '' ? '' : `?${querystring}`}`;
    const headers = { ...this.headers, ...params.headers };
    const { pool } = this;
    const silent = (): void => {
      this.replacePool(pool);
    };
    return new Promise((resolve, reject) => {
      pool.dispatch({ method, path, headers, body }, new ResponseReader(resolve, reject, { ...options, silent }));
    });
  }

  /**
   * The connections of a pool may have died without a sign, all at once. Each would cost a request that waits for its time-out.
   * Requests in flight on the old pool go on.
   */
  private replacePool(old: UndiciConnection['pool']): void {
    if (this.pool !== old) return;
    this.pool = new UndiciConnection(this.options).pool;
    void old.close();
  }
}

/** Collects a response, until it is complete or too late. */
class ResponseReader implements Handler {
  private statusCode = 0;
  private headers: Headers = {};
  private readonly chunks: Buffer[] = [];
  private controller: Controller | undefined;
  private readonly timer: NodeJS.Timeout | undefined;
  private abortedWith: Error | undefined;

  constructor(
    private readonly resolve: (response: ConnectionRequestResponse) => void,
    private readonly reject: (error: Error) => void,
    private readonly options: Pick<ConnectionRequestOptions, 'timeout' | 'signal'> & { silent: () => void },
  ) {
    const { timeout, signal } = options;
    if (timeout) this.timer = setTimeout(this.expire, timeout);
    signal?.addEventListener('abort', this.giveUp);
  }

  onRequestStart(controller: Controller): void {
    this.controller = controller;
    if (this.abortedWith) controller.abort(this.abortedWith);
  }

  onResponseStart(_controller: Controller, statusCode: number, headers: Headers): void {
    this.statusCode = statusCode;
    this.headers = headers;
  }

  onResponseData(_controller: Controller, chunk: Buffer): void {
    this.chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.end();
    const [first = Buffer.alloc(0), ...rest] = this.chunks;
    const body = rest.length === 0 ? first : Buffer.concat(this.chunks);
    this.resolve({ statusCode: this.statusCode, headers: this.headers, body });
  }

  onResponseError(_controller: Controller, error: Error): void {
    this.end();
    this.reject(this.abortedWith ?? new errors.ConnectionError(error.message));
  }

  private end(): void {
    clearTimeout(this.timer);
    this.options.signal?.removeEventListener('abort', this.giveUp);
  }

  private readonly expire = (): void => {
    if (this.statusCode === 0) this.options.silent();
    this.abort(new errors.TimeoutError('Request timed out'));
  };

  private readonly giveUp = (): void => {
    this.abort(new errors.RequestAbortedError('Request aborted'));
  };

  /** Before the request has a connection there is nothing to abort: then it is aborted as soon as it gets one. */
  private abort(error: Error): void {
    this.end();
    this.abortedWith = error;
    this.reject(error);
    this.controller?.abort(error);
  }
}
