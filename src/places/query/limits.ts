/** The limits of a search. Lengths count Unicode code points. */
export const LIMITS = {
  rows: 50,
  /** The mapping lets Elasticsearch page this deep (`max_result_window`). Cursors page deeper. */
  start: 10_000,
  /** More keys cost more than they order. */
  sortKeys: 8,
  /** `facet.limit`. */
  facetValues: 100,
  /** Length of one `fq`. */
  filterLength: 4096,
  /** Clauses in all `fq` of a request. Each value of a list is one. */
  clauses: 64,
  /** Levels of parentheses and NOT in one `fq`. */
  depth: 16,
  /** Words in one value of a text field. Each word costs Elasticsearch a clause. */
  wordsPerValue: 64,
  /** Words in all values of text fields of a request. Each is a clause. `q` may have 1,000 of the 1,310 that Elasticsearch allows. */
  wordsPerRequest: 256,
  /** Length of a prefix. Elasticsearch rejects more than 1,000 UTF-16 units. */
  prefixLength: 256,
  /** Misspelt field names of a request that get a suggestion. Finding the nearest name is the slowest part of a check. */
  suggestions: 8,
  /** Filters with a syntax error that get a suggestion, per request. Each parses some twenty candidates. */
  repairs: 4,
  /** Length of `q`. */
  termLength: 256,
} as const;

/** Whether a text has more code points than the limit. Does not count those of a very long text. */
export function isLongerThan(limit: number, text: string): boolean {
  // A code point has one or two UTF-16 units.
  if (text.length <= limit) return false;
  return text.length > 2 * limit || Array.from(text).length > limit;
}
