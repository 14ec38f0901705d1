import { Client } from '@elastic/elasticsearch';
import { Injectable } from '@nestjs/common';

/** Those of an Elasticsearch with two processors. Used until Elasticsearch says how many it has. */
const assumed = 4;

const refreshMs = 60_000;

/** How many searches Elasticsearch runs at the same time: the threads of all nodes with data. Further ones wait there, in order. */
@Injectable()
export class SearchThreads {
  private known = assumed;
  private refreshAt = 0;

  constructor(private readonly client: Client) {}

  /** The number known last. Asks again from time to time, in the background. */
  get count(): number {
    if (performance.now() >= this.refreshAt) {
      this.refreshAt = performance.now() + refreshMs;
      void this.refresh();
    }
    return this.known;
  }

  private async refresh(): Promise<void> {
    try {
      const request = {
        node_id: 'data:true',
        metric: 'thread_pool',
        filter_path: 'nodes.*.thread_pool.search.size',
      } as const;
      const { nodes } = await this.client.nodes.info(request, { requestTimeout: 1000, maxRetries: 0 });
      const sizes = Object.values(nodes).map((node) => node.thread_pool?.search?.size ?? 0);
      const count = sizes.reduce((sum, size) => sum + size, 0);
      if (count > 0) this.known = count;
    } catch {
      // Elasticsearch is away, or the service may not ask. It keeps the number that it knows.
    }
  }
}
