import { SetMetadata } from '@nestjs/common';
import { type NotifyingTable } from '../database/channels.js';

/** The search index, or a table of PostgreSQL. */
export type CacheDependency = 'index' | NotifyingTable;

/** How the answers of a route are kept. */
export interface CachePolicy {
  /** What they are made of: they serve for as long as none of it changes. */
  dependencies: readonly CacheDependency[];
  /** Milliseconds that they serve at most, where more than these sources goes into them. */
  maxAgeMs?: number;
}

export const CACHE_POLICY = Symbol('KEPT');

/** The answers of this route are the same for everybody who may ask, and serve until what they are made of changes. */
export const Cached = (keeping: CachePolicy) => SetMetadata<symbol, CachePolicy>(CACHE_POLICY, keeping);
