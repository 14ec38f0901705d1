import { createHash } from 'node:crypto';
import { type SearchBody } from '../query/search-body.js';

/**
 * What all pages of a search have in common: its query and order. In hexadecimal, for Elasticsearch takes a preference
 * that begins with `_` for one of its own.
 */
export function fingerprint({ query, sort }: Pick<SearchBody, 'query' | 'sort'>): string {
  return createHash('sha256').update(JSON.stringify({ query, sort })).digest('hex').slice(0, 32);
}
