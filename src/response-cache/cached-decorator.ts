import { SetMetadata } from '@nestjs/common';
import { type NotifyingTable } from '../database/listener.js';

/** The search index, or a table of PostgreSQL. */
export type CacheDependency = 'index' | NotifyingTable;

export interface CachePolicy {
  /** A cached response is served until one of them changes. A test compares them with what the route reads. */
  dependencies: readonly CacheDependency[];
  /** The maximum age in milliseconds, if the response depends on more than `dependencies`. */
  maxAgeMs?: number;
}

export const CACHE_POLICY = Symbol('CACHE_POLICY');

/** Caches the responses of a route, which must be the same for all clients with access. `CacheInterceptor` reads it. */
export const Cached = (policy: CachePolicy) => SetMetadata<symbol, CachePolicy>(CACHE_POLICY, policy);
