import { errors, Transport, type TransportRequestOptions, type TransportRequestParams } from '@elastic/elasticsearch';
import { Injectable } from '@nestjs/common';

/** A finished request to Elasticsearch, its second tries included. */
export interface SearchCall {
  /** The API that was called, such as `search` or `indices.get_alias`. */
  api: string;
  outcome: 'ok' | 'refused' | 'failed' | 'timeout' | 'unreachable' | 'aborted';
  seconds: number;
}

type Observer = (call: SearchCall) => void;

/** Tells observers of each request of a client: how long it took, and how it went. */
@Injectable()
export class SearchCalls {
  private readonly observers: Observer[] = [];

  observe(observer: Observer): void {
    this.observers.push(observer);
  }

  /** The transport for a client whose requests are to be told of. */
  transport(): typeof Transport {
    const tell = this.tell.bind(this);
    return class ObservedTransport extends Transport {
      override async request(params: TransportRequestParams, options?: TransportRequestOptions): Promise<never> {
        const began = performance.now();
        const finish = (outcome: SearchCall['outcome']): void => {
          tell({ api: params.meta?.name ?? 'other', outcome, seconds: (performance.now() - began) / 1000 });
        };
        try {
          const result = await super.request(params, options);
          finish('ok');
          return result as never;
        } catch (error) {
          finish(outcomeOf(error));
          throw error;
        }
      }
    };
  }

  private tell(call: SearchCall): void {
    for (const observer of this.observers) observer(call);
  }
}

function outcomeOf(error: unknown): SearchCall['outcome'] {
  if (error instanceof errors.TimeoutError) return 'timeout';
  if (error instanceof errors.RequestAbortedError) return 'aborted';
  if (error instanceof errors.ResponseError) return (error.statusCode ?? 500) < 500 ? 'refused' : 'failed';
  return error instanceof errors.ConnectionError || error instanceof errors.NoLivingConnectionsError
    ? 'unreachable'
    : 'failed';
}
