import { ClusterConnectionPool } from '@elastic/elasticsearch';

/** Milliseconds that a failed node has to respond to a ping. */
const pingTimeoutMs = 1000;

/** Milliseconds between pings, longer than one takes. */
const pingIntervalMs = 1500;

type PoolOptions = ConstructorParameters<typeof ClusterConnectionPool>[0];
type Connection = Parameters<ClusterConnectionPool['markDead']>[0];
type GetOptions = Parameters<ClusterConnectionPool['getConnection']>[0];
type ResurrectOptions = Parameters<ClusterConnectionPool['resurrect']>[0];

/**
 * The nodes of Elasticsearch. One that fails gets no requests until it responds to a ping, unless all have failed
 * (docs/adr/0101-frozen-nodes.md). A node that was only slow responds at once.
 */
export class ElasticsearchNodes extends ClusterConnectionPool {
  private nextPingAt = 0;

  constructor(options: PoolOptions) {
    super({ ...options, pingTimeout: pingTimeoutMs });
    // The pool orders failed nodes by a time to rest. It must not grow with the searches that failed together.
    this.resurrectTimeoutCutoff = 0;
  }

  /** If all have failed, they take turns: the one that failed last comes last, however many searches failed with it. */
  override getConnection(options: GetOptions): Connection | null {
    const allFailed = this.dead.length === this.size;
    return super.getConnection(allFailed ? { ...options, selector: failedLongestAgo } : options);
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

function failedLongestAgo(nodes: Connection[]): Connection {
  return nodes.reduce((first, node) => (node.resurrectTimeout < first.resurrectTimeout ? node : first));
}
