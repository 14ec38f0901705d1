import { createHash } from 'node:crypto';
import { type SearchBody } from './search-body/search-body.js';

/** Identifies a search: all its pages have the same query and order, and so the same fingerprint. */
export function fingerprint({ query, sort }: Pick<SearchBody, 'query' | 'sort'>): string {
  return createHash('sha256').update(JSON.stringify({ query, sort })).digest('base64url').slice(0, 22);
}
