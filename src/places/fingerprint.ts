import { createHash } from 'node:crypto';
import { type SearchBody } from './search-body/search-body.js';

/** What all pages of a search have in common: its query and order. */
export function fingerprint({ query, sort }: Pick<SearchBody, 'query' | 'sort'>): string {
  return createHash('sha256').update(JSON.stringify({ query, sort })).digest('base64url').slice(0, 22);
}
