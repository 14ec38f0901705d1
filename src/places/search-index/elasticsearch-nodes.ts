import { ClusterConnectionPool } from '@elastic/elasticsearch';

/** Milliseconds after which a node that failed is asked again, and that it has to respond. */
const restMs = 5000;
const pingTimeoutMs = 1000;

type PoolOptions = ConstructorParameters<typeof ClusterConnectionPool>[0];
type ResurrectOptions = Parameters<ClusterConnectionPool['resurrect']>[0];

/**
 * The nodes of Elasticsearch. One that fails gets no requests until it responds to a ping, unless all have failed. The client's own pool
 * sends it searches from time to time, each of which fails if the node is frozen.
 */
export class ElasticsearchNodes extends ClusterConnectionPool {
  private nextPingAt = 0;

  constructor(options: PoolOptions) {
    super({ ...options, pingTimeout: pingTimeoutMs });
    this.resurrectTimeout = restMs;
    // A node that was away for long is not asked less often.
    this.resurrectTimeoutCutoff = 0;
  }

  /** One ping at a time: this is called with each request. */
  override resurrect(options: ResurrectOptions): void {
    if (options.now < this.nextPingAt) return;
    this.nextPingAt = options.now + pingTimeoutMs;
    super.resurrect(options);
  }
}
