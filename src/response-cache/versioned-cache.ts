import { LRUCache } from 'lru-cache';
import { type CacheDependency, type CacheVersions } from './dependencies.js';

interface CacheLimits<V> {
  /** Of all values together. A larger value is not stored. */
  readonly maxSize: number;
  readonly sizeOf: (value: V, key: string) => number;
  /** Milliseconds after the start of its read that a value is used, in case the notification of a change is lost. */
  readonly maxAgeMs: number;
  /** The maximum age while the versions are unknown. By default such values are not stored. */
  readonly maxUnknownAgeMs?: number;
}

interface CacheRequest<V> {
  readonly key: string;
  /** What the value is read from. */
  readonly dependencies: readonly CacheDependency[];
  /** Reads in flight are shared by the requests of one client. By default all requests share them. */
  readonly client?: string;
  /** How long after its start a read in flight is shared. By default as long as its value would be used. */
  readonly shareMs?: number;
  /** Overrides the maximum age of the cache. */
  readonly maxAgeMs?: number;
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
  private readonly entries: LRUCache<string, Entry<V>>;
  private readonly pendingReads = new Map<string, PendingRead<V>>();

  constructor(
    private readonly versions: CacheVersions,
    private readonly limits: CacheLimits<V>,
  ) {
    const sizeCalculation = ({ value }: Entry<V>, key: string): number => limits.sizeOf(value, key);
    // By default lru-cache reads the clock once per turn of the event loop, which can take long under load.
    this.entries = new LRUCache({ maxSize: limits.maxSize, sizeCalculation, ttl: limits.maxAgeMs, ttlResolution: 0 });
  }

  /** The sizes of all values, outdated ones included. */
  get size(): number {
    return this.entries.calculatedSize;
  }

  /** @returns the stored value, a shared one, or one that is read now */
  async fetch(request: CacheRequest<V>, read: () => Promise<V>): Promise<V> {
    return this.get(request.key) ?? this.sharedRead(request) ?? this.read(request, read);
  }

  /** @returns the stored value if it is valid */
  get(key: string): V | undefined {
    const entry = this.entries.get(key);
    return entry && entry.version === this.versions.of(entry.dependencies) ? entry.value : undefined;
  }

  /** @returns the read in flight that a request may share; undefined if there is none */
  sharedRead(request: CacheRequest<V>): Promise<V> | undefined {
    const read = this.pendingReads.get(readKey(request));
    const version = this.versions.of(request.dependencies);
    if (read?.version !== version) return undefined;
    const { shareMs = this.maxAgeMs(request, version) } = request;
    return read && performance.now() - read.startedAt < shareMs ? read.value : undefined;
  }

  /** Reads a value, and stores it if no other read of the client has started meanwhile. Does not store failures. */
  async read(request: CacheRequest<V>, read: () => Promise<V>): Promise<V> {
    const key = readKey(request);
    // Before the value is read: a change in between must make it outdated.
    const version = this.versions.of(request.dependencies);
    const started: PendingRead<V> = { version, startedAt: performance.now(), value: read() };
    this.pendingReads.set(key, started);
    try {
      const value = await started.value;
      // Only the newest read of this client is stored. It may overwrite a newer value of another client. If a change came in between,
      // the stored version is outdated, so `get` ignores the value.
      const isNewest = this.pendingReads.get(key) === started;
      if (isNewest && this.maxAgeMs(request, version) > 0 && request.shouldStore?.(value) !== false)
        this.set(request, value, started);
      return value;
    } finally {
      if (this.pendingReads.get(key) === started) this.pendingReads.delete(key);
    }
  }

  /** @param read when the value was read, by `performance.now()`, and the version that was known before */
  set(request: CacheRequest<V>, value: V, { version, startedAt }: Pick<PendingRead<V>, 'version' | 'startedAt'>): void {
    const { key, dependencies } = request;
    const ttl = this.maxAgeMs(request, version);
    this.entries.set(key, { value, dependencies, version }, { ttl, start: startedAt });
  }

  private maxAgeMs(request: CacheRequest<V>, version: string | undefined): number {
    return version === undefined ? (this.limits.maxUnknownAgeMs ?? 0) : (request.maxAgeMs ?? this.limits.maxAgeMs);
  }
}

function readKey({ client = '', key }: Pick<CacheRequest<object>, 'client' | 'key'>): string {
  return `${client}\n${key}`;
}
