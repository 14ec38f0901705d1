import {
  Client,
  ClusterConnectionPool,
  errors,
  Transport,
  type TransportRequestOptions,
  type TransportRequestParams,
} from '@elastic/elasticsearch';
import { type FactoryProvider } from '@nestjs/common';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { isTimeout, type ElasticsearchCall, ElasticsearchHealth } from './health.js';

/**
 * The transport of a client that reports its requests to `health`. A request and its retries share one time-out.
 *
 * @param maxRetries retries of a request that reached no server
 */
function transportOf(health: ElasticsearchHealth, maxRetries: number): typeof Transport {
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
          const sendOnce = (attempt: AttemptOptions): Promise<unknown> => this.sendOnce(params, attempt);
          const result = await sendWithRetries(sendOnce, { maxRetries, ...options, requestTimeout });
          finish('ok');
          return result as never;
        } catch (error) {
          finish(outcomeOf(error));
          throw error;
        }
      };
      // In commands, `maxSilenceMs` may make it shorter than the option.
      const timeoutMs = health.beginRequest(Number(options.requestTimeout ?? requestTimeoutMs));
      // With `resendAfter` of `health.ts`. A time-out closes the connection, so the second attempt uses a new one.
      const { resendAfterMs = Infinity } = (options.context ?? {}) as { resendAfterMs?: number };
      if (resendAfterMs >= timeoutMs) return send(timeoutMs);
      return send(resendAfterMs).catch((error: unknown) => {
        if (!(error instanceof errors.TimeoutError)) throw error;
        return send(timeoutMs - resendAfterMs);
      });
    }

    /**
     * The time-out of the client ends with the head of a response, so another one is for its body. The request gets a signal of its own:
     * the client dispatches `abort` on it at a time-out, which others who listen to the caller's signal must not see.
     */
    private async sendOnce(params: TransportRequestParams, options: AttemptOptions): Promise<unknown> {
      const { signal, requestTimeout } = options;
      const controller = new AbortController();
      const abort = (): void => {
        controller.abort();
      };
      const body = { isLate: false };
      const timer = setTimeout(() => {
        body.isLate = true;
        abort();
      }, requestTimeout + bodyMarginMs);
      signal?.addEventListener('abort', abort);
      try {
        if (signal?.aborted) throw new errors.RequestAbortedError('Request aborted');
        return await super.request(params, { ...options, maxRetries: 0, signal: controller.signal });
      } catch (error) {
        // While it reads a body, the client takes both for a broken connection.
        if (body.isLate) throw new errors.TimeoutError('Request timed out');
        throw signal?.aborted ? new errors.RequestAbortedError('Request aborted') : error;
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
      }
    }
  };
}

/** Milliseconds after the time-out of the client, which also marks a node that is silent. */
const bodyMarginMs = 50;

type AttemptOptions = TransportRequestOptions & { requestTimeout: number };

/** The retries of the client itself would each get the whole time-out. */
async function sendWithRetries<T>(
  send: (options: AttemptOptions) => Promise<T>,
  options: AttemptOptions & { maxRetries: number },
): Promise<T> {
  const deadline = performance.now() + options.requestTimeout;
  for (let retries = options.maxRetries; ; retries -= 1) {
    const left = Math.round(deadline - performance.now());
    try {
      return await send({ ...options, requestTimeout: Math.max(1, left) });
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
    // A node that fails gets no requests for a minute, then a ping, unless all nodes have failed (docs/adr/0087-fair-shares.md).
    ConnectionPool: ClusterConnectionPool,
    enableMetaHeader: false,
    requestTimeout: requestTimeoutMs,
    // Responses are never merged into objects. Scanning each for "__proto__" takes as long as parsing it.
    disablePrototypePoisoningProtection: true,
  });
  health.attach(client);
  return client;
}
