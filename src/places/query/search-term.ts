import { checkFilter } from './check-filter.js';
import { findField } from './fields.js';
import { type Filter } from './filter-types.js';
import { isLongerThan, LIMITS } from './limits.js';
import { parseFilter } from './parse-filter.js';
import { failure, success, type QueryResult } from './result.js';
import { withoutInvisible } from './text/fold.js';
import { type SynonymMatch } from './text/synonyms.js';

/** A parsed `q`: words, or one clause of the filter language. */
export type SearchTerm = WordsTerm | FilterTerm;

export interface WordsTerm {
  readonly type: 'words';
  readonly text: string;
  /** The text that places are scored by, if it has more words than `text`. */
  readonly scoredText?: string;
  /** What else counts for its words; absent, nothing. */
  readonly variants?: WordVariants;
}

/** Other words that count for those of a text, in every stage. */
export interface WordVariants {
  /** Whether inflections count: `library` for `libraries`. */
  readonly inflections: boolean;
  /** Words of the text that may be others: synonyms, and two words that may be one. */
  readonly synonyms: readonly SynonymMatch[];
}

export const NO_VARIANTS: WordVariants = { inflections: false, synonyms: [] };

interface FilterTerm {
  readonly type: 'filter';
  readonly filter: Filter;
}

/** Texts that match every place. `*` and `*:*` are Lucene's ways to write it. */
const MATCH_ALL = ['', '*', '*:*'];

/**
 * Parses `q`. One clause of the filter language with a filterable field is a filter; any other text is words. Returns
 * `undefined` for a text that matches every place.
 */
export function parseSearchTerm(text: string): QueryResult<SearchTerm | undefined> {
  if (isLongerThan(LIMITS.termLength, text)) {
    return failure({ value: text, reason: `the search term has at most ${LIMITS.termLength} characters` });
  }
  const visible = withoutInvisible(text).trim();
  if (MATCH_ALL.includes(visible)) return success(undefined);
  const words: SearchTerm = { type: 'words', text: visible.normalize('NFC') };
  // Most texts have no colon, so they cannot be a clause.
  if (!visible.includes(':')) return success(words);
  const parsed = parseFilter(visible);
  if (!parsed.ok || parsed.value.type !== 'clause' || findField(parsed.value.field)?.filterable !== true) {
    return success(words);
  }
  const checked = checkFilter(visible, parsed.value);
  return checked.ok ? success({ type: 'filter', filter: checked.value }) : checked;
}
