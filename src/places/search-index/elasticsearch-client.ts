import {
  Client,
  errors,
  Transport,
  type TransportRequestOptions,
  type TransportRequestParams,
} from '@elastic/elasticsearch';
import { type FactoryProvider, Injectable } from '@nestjs/common';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { isTimeout } from './elasticsearch-errors.js';
import { ElasticsearchNodes } from './elasticsearch-nodes.js';
import { ElasticsearchConnection } from './elasticsearch-connection.js';

/** A finished request to Elasticsearch, its retries included. */
export interface ElasticsearchCall {
  /** The API that was called, such as `search` or `indices.get_alias`. */
  api: string;
  outcome: 'ok' | 'rejected' | 'failed' | 'timeout' | 'unreachable' | 'aborted';
  seconds: number;
}

type Observer = (call: ElasticsearchCall) => void;

/** Reports duration and outcome of each request of a client to its observers (`SearchMetrics`), and limits their time. */
@Injectable()
export class ElasticsearchCallObservers {
  private readonly observers: Observer[] = [];
  /** Requests fail once no request has been answered for so long, whatever their own time-outs are. In milliseconds. */
  maxSilenceMs = Infinity;
  /** When the first request was sent that nothing has answered since, by `performance.now()`. */
  private silentSince: number | undefined;

  observe(observer: Observer): void {
    this.observers.push(observer);
  }

  /**
   * The transport of a client whose requests are observed. A request and its retries share one time-out.
   *
   * @param retries how often a request is sent again that found no living server
   */
  transport(retries: number): typeof Transport {
    const report = this.report.bind(this);
    const limitTimeout = this.limitTimeout.bind(this);
    return class ObservedTransport extends Transport {
      override async request(params: TransportRequestParams, options: TransportRequestOptions = {}): Promise<never> {
        const started = performance.now();
        const finish = (outcome: ElasticsearchCall['outcome']): void => {
          report({ api: params.meta?.name ?? 'other', outcome, seconds: (performance.now() - started) / 1000 });
        };
        try {
          const result = await sendWithRetries((attempt) => super.request(params, attempt), {
            maxRetries: retries,
            ...options,
            requestTimeout: limitTimeout(Number(options.requestTimeout ?? requestTimeoutMs)),
          });
          finish('ok');
          return result as never;
        } catch (error) {
          finish(outcomeOf(error));
          throw error;
        }
      }
    };
  }

  private limitTimeout(timeoutMs: number): number {
    const now = performance.now();
    this.silentSince ??= now;
    return Math.max(1, Math.min(timeoutMs, Math.round(this.silentSince + this.maxSilenceMs - now)));
  }

  private report(call: ElasticsearchCall): void {
    if (call.outcome !== 'timeout' && call.outcome !== 'aborted') this.silentSince = undefined;
    for (const observer of this.observers) observer(call);
  }
}

/** The retries of the client itself would each get the whole time-out. */
async function sendWithRetries<T>(
  send: (options: TransportRequestOptions) => Promise<T>,
  options: TransportRequestOptions,
): Promise<T> {
  const { requestTimeout = requestTimeoutMs, maxRetries = 0 } = options;
  const deadline = performance.now() + Number(requestTimeout);
  for (let retries = maxRetries; ; retries -= 1) {
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

/** The Elasticsearch client that everything in this folder shares. `SearchIndexModule` closes it. */
export const elasticsearchClient: FactoryProvider<Client> = {
  provide: Client,
  inject: [ENVIRONMENT, ElasticsearchCallObservers],
  useFactory: (environment: Environment, calls: ElasticsearchCallObservers) =>
    new Client({
      nodes: environment.ELASTICSEARCH_URL,
      // One retry per node: a pooled connection may be closed by the other side, and any node may be away.
      Transport: calls.transport(environment.ELASTICSEARCH_URL.length),
      Connection: ElasticsearchConnection,
      ConnectionPool: ElasticsearchNodes,
      enableMetaHeader: false,
      requestTimeout: requestTimeoutMs,
      // Responses are never merged into objects. Scanning each for "__proto__" takes as long as parsing it.
      disablePrototypePoisoningProtection: true,
    }),
};
