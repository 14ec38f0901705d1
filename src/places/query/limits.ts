/** What a filter may cost (design section 5); clauses and depth count over all `fq` of a request. */
export const LIMITS = {
  /** Characters, as Unicode code points, of one `fq`. */
  filterLength: 4096,
  /** Clauses; each value of a list is one. */
  clauses: 64,
  /** How deep parentheses and NOT nest. */
  depth: 16,
  /** Words of one value of a text field, each of which costs the engine a clause. */
  words: 64,
  /** Words of all values of text fields together: beside the thousand that `q` may cost, the engine takes some hundreds. */
  allWords: 256,
  /** Characters, as Unicode code points, of a prefix: the engine refuses one of more than 1,000 units. */
  prefixLength: 256,
  /** Unknown fields of a request that the nearest name is looked for; finding it costs more than all else. */
  suggestions: 8,
  /** Filters of a request with a fault of form for which what was meant is looked for: that reads each some twenty times. */
  repairs: 4,
  /** Characters, as Unicode code points, of `q`. */
  termLength: 256,
} as const;

/** Whether a text has more code points than that, without counting those of a long one. */
export function isLongerThan(limit: number, text: string): boolean {
  // A code point is one or two units.
  if (text.length <= limit) return false;
  return text.length > 2 * limit || Array.from(text).length > limit;
}
