import {
  Client,
  type DiagnosticResult,
  errors,
  Transport,
  type TransportRequestOptions,
  type TransportRequestParams,
  ClusterConnectionPool,
  type ConnectionRequestOptions,
  type ConnectionRequestOptionsAsStream,
  type ConnectionRequestParams,
  type ConnectionRequestResponse,
  type ConnectionRequestResponseAsStream,
  UndiciConnection,
} from '@elastic/elasticsearch';
import { type FactoryProvider } from '@nestjs/common';
import { trace } from '@opentelemetry/api';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { isTimeout, type ElasticsearchCall, ElasticsearchHealth } from './health.js';

/**
 * The transport of a client that reports its requests to `health`. A request and its retries share one time-out.
 *
 * @param maxRetries retries of a request that reached no server
 */
export function transportOf(health: ElasticsearchHealth, maxRetries: number): typeof Transport {
  return class ObservedTransport extends Transport {
    // The client's own overloads return the type that the caller names. `never` fits all of them.
    override async request(params: TransportRequestParams, options: TransportRequestOptions = {}): Promise<never> {
      const send = async (requestTimeout: number): Promise<never> => {
        const started = performance.now();
        const finish = (outcome: ElasticsearchCall['outcome']): void => {
          health.finished({
            api: params.meta?.name ?? 'other',
            outcome,
            seconds: (performance.now() - started) / 1000,
          });
        };
        try {
          const timed = { maxRetries, ...options, requestTimeout };
          const sendOnce = (attempt: AttemptOptions): Promise<unknown> =>
            isSearch(params) && !isTraced() ? this.search(params, attempt) : super.request(params, attempt);
          const result = await sendWithRetries(sendOnce, timed);
          finish('ok');
          return result as never;
        } catch (error) {
          finish(outcomeOf(error));
          throw error;
        }
      };
      // In commands, `maxSilenceMs` may make it shorter than the option.
      const timeoutMs = health.beginRequest(Number(options.requestTimeout ?? requestTimeoutMs));
      // With `resendAfter` of `health.ts`. After the first time-out, `ElasticsearchConnection` replaces its pool, so the second attempt
      // uses a new connection.
      const { resendAfterMs = Infinity } = (options.context ?? {}) as { resendAfterMs?: number };
      if (resendAfterMs >= timeoutMs) return send(timeoutMs);
      return send(resendAfterMs).catch((error: unknown) => {
        if (!(error instanceof errors.TimeoutError)) throw error;
        return send(timeoutMs - resendAfterMs);
      });
    }

    /**
     * Sends a search without the layers that the client has above its connection: copies of headers and options, middleware,
     * events and a second clock.
     */
    private async search(
      { path, querystring, body, bulkBody }: TransportRequestParams,
      { requestTimeout: timeout, signal, meta: wantsMeta }: AttemptOptions,
    ): Promise<unknown> {
      const request = {
        method: 'POST',
        path,
        querystring: queryOf(querystring),
        ...(bulkBody ? linesOf(bulkBody) : textOf(body)),
      };
      const call = { requestId: 0, name: '', context: null };
      const result = diagnosticOf(request);
      if (signal?.aborted) throw new errors.RequestAbortedError('Request aborted', result);
      const connection = this.getConnection(call);
      if (!connection) throw new errors.NoLivingConnectionsError('There are no living connections', result);
      let response: ConnectionRequestResponse;
      try {
        response = await connection.request(request, { ...call, timeout, ...(signal && { signal }) });
      } catch (error) {
        if (!(error instanceof errors.RequestAbortedError)) this.connectionPool.markDead(connection);
        throw error;
      }
      const { statusCode, headers } = response;
      if (statusCode >= 502 && statusCode <= 504) this.connectionPool.markDead(connection);
      else this.connectionPool.markAlive(connection);
      Object.assign(result, { statusCode, headers, body: parseBody(response) });
      if (statusCode >= 400) throw new errors.ResponseError(result);
      return wantsMeta ? result : result.body;
    }
  };
}

type AttemptOptions = TransportRequestOptions & { requestTimeout: number };

function isSearch({ meta, body, bulkBody }: TransportRequestParams): boolean {
  return (meta?.name === 'search' && typeof body === 'object') || (meta?.name === 'msearch' && Array.isArray(bulkBody));
}

/** The client itself writes the spans of a trace. */
function isTraced(): boolean {
  return trace.getActiveSpan()?.isRecording() ?? false;
}

function queryOf(querystring: TransportRequestParams['querystring']): string {
  const given = Object.entries(querystring ?? {}).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given as [string, string][]).toString();
}

const accept = { accept: 'application/json' };
const jsonHeaders = { ...accept, 'content-type': 'application/json' };
const linesHeaders = { ...accept, 'content-type': 'application/x-ndjson' };

function textOf(body: TransportRequestParams['body']) {
  return { body: JSON.stringify(body), headers: jsonHeaders };
}

function linesOf(bulkBody: NonNullable<TransportRequestParams['bulkBody']>) {
  const lines = (bulkBody as object[]).map((line) => JSON.stringify(line));
  return { body: `${lines.join('\n')}\n`, headers: linesHeaders };
}

/** A proxy may respond with a page. */
function parseBody({ body, headers }: ConnectionRequestResponse): unknown {
  const text = body.toString();
  return text !== '' && headers['content-type']?.includes('json') ? (JSON.parse(text) as unknown) : text;
}

/** What errors say of a request. */
function diagnosticOf(params: ConnectionRequestParams): DiagnosticResult {
  const request = { params, options: {}, id: 0 };
  const meta = { context: null, name: '', request, connection: null, attempts: 0, aborted: false };
  return { statusCode: 0, headers: {}, body: undefined, warnings: null, meta };
}

/** The retries of the client itself would each get the whole time-out. */
async function sendWithRetries<T>(
  send: (options: AttemptOptions) => Promise<T>,
  options: AttemptOptions & { maxRetries: number },
): Promise<T> {
  const deadline = performance.now() + options.requestTimeout;
  for (let retries = options.maxRetries; ; retries -= 1) {
    const left = Math.round(deadline - performance.now());
    try {
      return await send({ ...options, maxRetries: 0, requestTimeout: Math.max(1, left) });
    } catch (error) {
      if (retries <= 0 || !isUnreachable(error) || performance.now() >= deadline) throw error;
    }
  }
}

/** Whether another node, or a new connection, may respond: the connection broke, or a proxy has no node. */
function isUnreachable(error: unknown): boolean {
  if (isTimeout(error)) return false;
  if (error instanceof errors.ResponseError) return [502, 503, 504].includes(error.statusCode ?? 0);
  return error instanceof errors.ConnectionError;
}

function outcomeOf(error: unknown): ElasticsearchCall['outcome'] {
  if (error instanceof errors.TimeoutError) return 'timeout';
  if (error instanceof errors.RequestAbortedError) return 'aborted';
  if (error instanceof errors.ResponseError) return (error.statusCode ?? 500) < 500 ? 'rejected' : 'failed';
  return error instanceof errors.ConnectionError || error instanceof errors.NoLivingConnectionsError
    ? 'unreachable'
    : 'failed';
}

/** For index administration. Searches and bulk requests set shorter time-outs. */
const requestTimeoutMs = 30_000;

/** The Elasticsearch client of the service, which `places/search-index` uses as well. `SearchIndexModule` closes it. */
export const elasticsearchClient: FactoryProvider<Client> = {
  provide: Client,
  inject: [ENVIRONMENT, ElasticsearchHealth],
  useFactory: createElasticsearchClient,
};

export function createElasticsearchClient(environment: Environment, health: ElasticsearchHealth): Client {
  const client = new Client({
    nodes: environment.ELASTICSEARCH_URL,
    // One retry per node: a pooled connection may be closed by the other side, and any node may be away.
    Transport: transportOf(health, environment.ELASTICSEARCH_URL.length),
    Connection: ElasticsearchConnection,
    ConnectionPool: ElasticsearchConnectionPool,
    enableMetaHeader: false,
    requestTimeout: requestTimeoutMs,
    // Responses are never merged into objects. Scanning each for "__proto__" takes as long as parsing it.
    disablePrototypePoisoningProtection: true,
  });
  health.attach(client);
  return client;
}

/** Milliseconds that a failed node has to respond to a ping. */
const pingTimeoutMs = 1000;

/** Milliseconds between pings, longer than one takes. */
const pingIntervalMs = 1500;

type PoolOptions = ConstructorParameters<typeof ClusterConnectionPool>[0];

type Connection = Parameters<ClusterConnectionPool['markDead']>[0];

type GetOptions = Parameters<ClusterConnectionPool['getConnection']>[0];

type ResurrectOptions = Parameters<ClusterConnectionPool['resurrect']>[0];

/**
 * The nodes of Elasticsearch. `ElasticsearchHealth` judges the cluster, this pool each node. A node that fails gets no requests until
 * it responds to a ping, unless all nodes have failed (docs/adr/0087-fair-shares.md). A node that was only slow responds to the first
 * ping.
 */
export class ElasticsearchConnectionPool extends ClusterConnectionPool {
  private nextPingAt = 0;

  constructor(options: PoolOptions) {
    super({ ...options, pingTimeout: pingTimeoutMs });
    // The base class delays a failed node longer with each failure. Searches that fail together must count as one failure.
    this.resurrectTimeoutCutoff = 0;
  }

  /** If all nodes have failed, they take turns: the node that failed longest ago comes first. */
  override getConnection(options: GetOptions): Connection | null {
    const allFailed = this.dead.length === this.size;
    return super.getConnection(allFailed ? { ...options, selector: failedLongestAgo } : options);
  }

  /** Called with each request. Pings the failed node that has waited longest, and ignores the delay of the base class. */
  override resurrect(options: ResurrectOptions): void {
    const now = performance.now();
    if (this.dead.length === 0 || now < this.nextPingAt) return;
    this.nextPingAt = now + pingIntervalMs;
    super.resurrect({ ...options, now: Infinity });
  }

  /** Without this, a ping that fails after `empty()` would look up a node that no longer exists. */
  override async empty(): Promise<void> {
    this.dead = [];
    await super.empty();
  }
}

function failedLongestAgo(nodes: Connection[]): Connection {
  return nodes.reduce((first, node) => (node.resurrectTimeout < first.resurrectTimeout ? node : first));
}

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
    const onNoResponse = (): void => {
      this.replacePool(pool);
    };
    return new Promise((resolve, reject) => {
      pool.dispatch({ method, path, headers, body }, new ResponseReader(resolve, reject, { ...options, onNoResponse }));
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
    private readonly options: Pick<ConnectionRequestOptions, 'timeout' | 'signal'> & { onNoResponse: () => void },
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
    if (this.statusCode === 0) this.options.onNoResponse();
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
