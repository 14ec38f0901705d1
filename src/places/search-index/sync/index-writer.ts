import { Client, type TransportRequestOptions } from '@elastic/elasticsearch';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { IndexUnavailableError } from '../elasticsearch-errors.js';
import { sendAgain } from '../send-again.js';
import {
  type BulkRequest,
  bulkRequests,
  type PlaceState,
  type Rejection,
  rejectionReason,
  toRejections,
} from './bulk-request.js';

const requestTimeoutMs = 15_000;

/** The check finds out whether a connection still works, before the bulk request waits on it. */
const checkTimeouts = { firstMs: 1000, secondMs: requestTimeoutMs };

/** Writes states of places to Elasticsearch indices. */
@Injectable()
export class IndexWriter implements OnModuleDestroy {
  /** Aborts requests in flight when the process shuts down. Their changes are still in the outbox. */
  private readonly shutdown = new AbortController();

  constructor(private readonly client: Client) {}

  onModuleDestroy(): void {
    this.shutdown.abort();
  }

  /**
   * Writes states of places to all given indices.
   *
   * @param version the external version of these states: Elasticsearch never overwrites a state of a higher version
   * @returns the places that Elasticsearch rejected for good
   * @throws if Elasticsearch is away or overloaded: write the same states again later
   */
  async write(indices: readonly string[], version: number, states: readonly PlaceState[]): Promise<Rejection[]> {
    await this.assertExist(indices);
    const rejections = new Map<string, Rejection>();
    for (const request of bulkRequests(indices, version, states)) {
      for (const rejection of await this.send(request, indices, version)) rejections.set(rejection.id, rejection);
    }
    return [...rejections.values()];
  }

  private async send(request: BulkRequest, indices: readonly string[], version: number): Promise<Rejection[]> {
    const { states, operations } = request;
    try {
      // An unfiltered response is nearly as long as the request.
      const bulk = { operations, filter_path: ['items.*._id', 'items.*.status', 'items.*.error'] };
      const { signal } = this.shutdown;
      const { items } = await this.client.bulk(bulk, { requestTimeout: requestTimeoutMs, signal });
      return items.flatMap(toRejections);
    } catch (error) {
      const reason = rejectionReason(error);
      if (reason === undefined) throw error;
      // One place can make Elasticsearch reject the whole request. Halving the request finds that place.
      const [state] = states;
      if (state && states.length === 1) return [{ id: state.id, reason }];
      const middle = Math.ceil(states.length / 2);
      const halves = [states.slice(0, middle), states.slice(middle)];
      const rejections = [];
      for (const half of halves) rejections.push(...(await this.write(indices, version, half)));
      return rejections;
    }
  }

  /** A bulk request would create a missing index, with a mapping that Elasticsearch guesses. */
  private async assertExist(indices: readonly string[]): Promise<void> {
    const { signal } = this.shutdown;
    const exists = (options: TransportRequestOptions) =>
      this.client.indices.exists({ index: [...indices] }, { ...options, signal });
    if (indices.length > 0 && (await sendAgain(exists, checkTimeouts))) return;
    throw new IndexUnavailableError(`There is no index ${indices.join(', ')}`);
  }
}
