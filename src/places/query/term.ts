import { type Filter } from './filter.js';
import { success, type QueryResult } from './result.js';

/** What `q` asks for: words, or one clause of the filter language. */
export type Term = WordsTerm | FilterTerm;

export interface WordsTerm {
  readonly type: 'words';
  readonly text: string;
}

export interface FilterTerm {
  readonly type: 'filter';
  readonly filter: Filter;
}

/** Reads `q` (design section 5). An empty text is no term: `undefined`. */
export function parseTerm(text: string): QueryResult<Term | undefined> {
  return success(text.trim() === '' ? undefined : { type: 'words', text });
}
