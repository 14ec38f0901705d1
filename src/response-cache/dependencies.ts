import { Injectable, SetMetadata } from '@nestjs/common';
import { type NotifyingTable, notifyingTables, TABLE_CHANGE, Listener } from '../database/listener.js';

/** The search index, the kinds of places in memory, or a table of PostgreSQL. */
export type CacheDependency = 'index' | 'kinds' | NotifyingTable;

export interface CachePolicy {
  /** A cached response is served until one of them changes. None for files of the release. A test compares them with what the route reads. */
  dependencies: readonly CacheDependency[];
  /** The maximum age in milliseconds, if the response depends on more than `dependencies`. */
  maxAgeMs?: number;
}

export const CACHE_POLICY = Symbol('CACHE_POLICY');

/** Caches the responses of a route, which must be the same for all clients with access. `CacheInterceptor` reads it. */
export const Cached = (policy: CachePolicy) => SetMetadata<symbol, CachePolicy>(CACHE_POLICY, policy);

export interface CacheVersion {
  /**
   * May start a poll for a newer version in the background, as `IndexCacheVersion` does.
   *
   * @returns a text that differs after each change of the dependency; undefined while the version is unknown
   */
  current(): string | undefined;
}

/** The current versions of all dependencies. `TableVersions`, `IndexCacheVersion` and `Kinds` register them. */
@Injectable()
export class CacheVersions {
  private readonly versions = new Map<CacheDependency, CacheVersion>();

  register(dependency: CacheDependency, version: CacheVersion): void {
    this.versions.set(dependency, version);
  }

  /** @returns the combined version; undefined if one of them is unknown */
  of(dependencies: readonly CacheDependency[]): string | undefined {
    let combined = '';
    for (const dependency of dependencies) {
      const current = this.versions.get(dependency)?.current();
      if (current === undefined) return undefined;
      combined += `${current} `;
    }
    return combined;
  }
}

/**
 * Counts the changes of each table, which triggers report on the channel `TABLE_CHANGE`. The versions are unknown while
 * the connection is down.
 */
@Injectable()
export class TableVersions {
  private readonly changes = new Map<string, number>(notifyingTables.map((table) => [table, 0]));
  private listening = false;
  private readonly handlers = new Map<string, () => void>();

  constructor(versions: CacheVersions, listener: Listener) {
    listener.on(TABLE_CHANGE, {
      notified: (table) => {
        const known = notifyingTables.find((name) => name === table);
        if (known) this.countChange(known);
        this.handlers.get(table)?.();
      },
      connected: () => {
        this.listening = true;
        // Changes may have been missed before.
        for (const table of notifyingTables) this.countChange(table);
        for (const handler of this.handlers.values()) handler();
      },
      disconnected: () => {
        this.listening = false;
      },
    });
    for (const table of notifyingTables) versions.register(table, { current: () => this.current(table) });
  }

  /** Calls the handler, one for each table, after each change, and whenever a change may have been missed. */
  onChange(table: string, handler: () => void): void {
    this.handlers.set(table, handler);
  }

  private current(table: string): string | undefined {
    return this.listening ? String(this.changes.get(table)) : undefined;
  }

  private countChange(table: NotifyingTable): void {
    this.changes.set(table, (this.changes.get(table) ?? 0) + 1);
  }
}
