import { ClusterConnectionPool } from '@elastic/elasticsearch';

/** Milliseconds that a failed node has to respond to a ping. */
const pingTimeoutMs = 1000;

/** Milliseconds between pings, longer than one takes. */
const pingIntervalMs = 1500;

type PoolOptions = ConstructorParameters<typeof ClusterConnectionPool>[0];
type Connection = Parameters<ClusterConnectionPool['markDead']>[0];
type ResurrectOptions = Parameters<ClusterConnectionPool['resurrect']>[0];

/**
 * The nodes of Elasticsearch. One that fails gets no requests until it responds to a ping, unless it is the last one
 * (docs/adr/0101-frozen-nodes.md). A node that was only slow responds at once.
 */
export class ElasticsearchNodes extends ClusterConnectionPool {
  private nextPingAt = 0;

  constructor(options: PoolOptions) {
    super({ ...options, pingTimeout: pingTimeoutMs });
  }

  /** A busy node may be late. If it is the only one, requests to the others would fail for sure. */
  override markDead(connection: Connection): this {
    const isLast = !this.dead.includes(connection.id) && this.dead.length === this.size - 1;
    return isLast ? this : super.markDead(connection);
  }

  /** Called with each request. Pings the failed node that has waited longest, whatever the pool's own time to rest. */
  override resurrect(options: ResurrectOptions): void {
    const now = performance.now();
    if (this.dead.length === 0 || now < this.nextPingAt) return;
    this.nextPingAt = now + pingIntervalMs;
    super.resurrect({ ...options, now: Infinity });
  }

  /** The pool would otherwise look for nodes that it has forgotten, if a ping fails meanwhile. */
  override async empty(): Promise<void> {
    this.dead = [];
    await super.empty();
  }
}
