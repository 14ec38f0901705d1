import { LRUCache } from 'lru-cache';
import { type CacheDependency, type CacheVersions } from './dependencies.js';

/** How long after the start of its read a value is used. Limits its age, in case the notification of a change is lost. */
const defaultMaxAgeMs = 30_000;

interface CacheLimits<V> {
  /** Of all values together. A larger value is not stored. */
  readonly maxSize: number;
  readonly sizeOf: (value: V, key: string) => number;
  /** The maximum age in milliseconds while the versions are unknown. By default such values are not stored. */
  readonly maxUnknownAgeMs?: number;
  /** Whether a value may still be used, if its versions are unchanged and it is not too old. */
  readonly isUsable?: (value: V) => boolean;
}

interface CacheRequest<V> {
  readonly key: string;
  /** What the value is read from. */
  readonly dependencies: readonly CacheDependency[];
  /** Reads in flight are shared by the requests of one client. By default all requests share them. */
  readonly client?: string;
  /** A read in flight is shared until it is this old. By default until the maximum age of its value. */
  readonly shareMs?: number;
  /** Overrides the maximum age. */
  readonly maxAgeMs?: number;
  /** Waits for the read of another request. By default its value is used, and its failure is thrown. @returns undefined to read alone */
  readonly waitForShared?: (read: Promise<V>) => Promise<V | undefined>;
  /** Asked for a value that could be stored. */
  readonly shouldStore?: (value: V) => boolean;
}

interface Entry<V> {
  readonly value: V;
  readonly dependencies: readonly CacheDependency[];
  /** The version of the dependencies, known before the value was read. Undefined if it was unknown. */
  readonly version: string | undefined;
}

interface PendingRead<V> {
  readonly value: Promise<V>;
  readonly version: string | undefined;
  /** By `performance.now()`. */
  readonly startedAt: number;
}

/**
 * Keeps values in memory until something changes that they were read from. Many requests for a value share one read.
 *
 * `fetch` of lru-cache joins any read of the key. Here a read is shared only for the same version, and by one client: a
 * request must not wait in the queue of another client.
 */
export class VersionedCache<V extends object> {
  /** How `fetch` found its values: stored, in the read of another request, or by its own read. */
  readonly counts = { hits: 0, shared: 0, misses: 0 };
  private readonly entries: LRUCache<string, Entry<V>>;
  private readonly pendingReads = new Map<string, PendingRead<V>>();

  constructor(
    private readonly versions: CacheVersions,
    private readonly limits: CacheLimits<V>,
  ) {
    const sizeCalculation = ({ value }: Entry<V>, key: string): number => limits.sizeOf(value, key);
    // By default lru-cache reads the clock once per turn of the event loop, which can take long under load.
    this.entries = new LRUCache({ maxSize: limits.maxSize, sizeCalculation, ttl: defaultMaxAgeMs, ttlResolution: 0 });
  }

  /** The sizes of all values, outdated ones included. */
  get size(): number {
    return this.entries.calculatedSize;
  }

  /** @returns the stored value, the one of a read in flight, or one that `read` reads now */
  async fetch(request: CacheRequest<V>, read: () => Promise<V>): Promise<V> {
    const stored = this.peek(request.key);
    if (stored) {
      this.counts.hits += 1;
      return stored;
    }
    const pending = this.pendingRead(request);
    const shared = pending && (await (request.waitForShared?.(pending) ?? pending));
    if (shared && this.isUsable(shared)) {
      this.counts.shared += 1;
      return shared;
    }
    this.counts.misses += 1;
    return this.read(request, read);
  }

  /** @returns the stored value if it is valid. Reads nothing */
  peek(key: string): V | undefined {
    const entry = this.entries.get(key);
    if (!entry || entry.version !== this.versions.of(entry.dependencies)) return undefined;
    return this.isUsable(entry.value) ? entry.value : undefined;
  }

  /** @returns the read in flight that a request may share */
  private pendingRead(request: CacheRequest<V>): Promise<V> | undefined {
    const read = this.pendingReads.get(pendingKey(request));
    const version = this.versions.of(request.dependencies);
    if (!read || read.version !== version) return undefined;
    const { shareMs = this.maxAgeMs(request, version) } = request;
    return performance.now() - read.startedAt < shareMs ? read.value : undefined;
  }

  /** Reads a value, and stores it if no other read of the client has started meanwhile. Does not store failures. */
  private async read(request: CacheRequest<V>, read: () => Promise<V>): Promise<V> {
    const key = pendingKey(request);
    // Before the value is read: a change in between must make it outdated.
    const version = this.versions.of(request.dependencies);
    const started: PendingRead<V> = { version, startedAt: performance.now(), value: read() };
    this.pendingReads.set(key, started);
    try {
      const value = await started.value;
      // Two clients may store the same key. If the older value wins, its version is outdated and `peek` ignores it.
      const isNewest = this.pendingReads.get(key) === started;
      const isStorable = this.isUsable(value) && request.shouldStore?.(value) !== false;
      const ttl = this.maxAgeMs(request, version);
      if (isNewest && isStorable && ttl > 0)
        this.entries.set(
          request.key,
          { value, dependencies: request.dependencies, version },
          { ttl, start: started.startedAt },
        );
      return value;
    } finally {
      if (this.pendingReads.get(key) === started) this.pendingReads.delete(key);
    }
  }

  private isUsable(value: V): boolean {
    return this.limits.isUsable?.(value) !== false;
  }

  private maxAgeMs(request: CacheRequest<V>, version: string | undefined): number {
    return version === undefined ? (this.limits.maxUnknownAgeMs ?? 0) : (request.maxAgeMs ?? defaultMaxAgeMs);
  }
}

function pendingKey({ client = '', key }: Pick<CacheRequest<object>, 'client' | 'key'>): string {
  return `${client}\n${key}`;
}
