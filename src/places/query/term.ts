import { checkFilter } from './check.js';
import { findField } from './fields.js';
import { type Filter } from './filter.js';
import { withoutInvisible } from './fold.js';
import { isLongerThan, LIMITS } from './limits.js';
import { parseFilter } from './parse.js';
import { failure, success, type QueryResult } from './result.js';

/** What `q` asks for: words, or one clause of the filter language. */
export type Term = WordsTerm | FilterTerm;

interface WordsTerm {
  readonly type: 'words';
  readonly text: string;
}

interface FilterTerm {
  readonly type: 'filter';
  readonly filter: Filter;
}

/** No term; and what users of other search services write for it. */
const everything = ['', '*', '*:*'];

/**
 * Reads `q` (design sections 5 and 9): one clause of the filter language, whose field can be filtered by, is that filter,
 * and any other text is words. An empty text is no term: `undefined`.
 */
export function parseTerm(text: string): QueryResult<Term | undefined> {
  if (isLongerThan(LIMITS.termLength, text)) {
    return failure({ value: text, reason: `the search term has at most ${LIMITS.termLength} characters` });
  }
  const seen = withoutInvisible(text).trim();
  if (everything.includes(seen)) return success(undefined);
  const words: Term = { type: 'words', text: seen.normalize('NFC') };
  // A clause has a colon; most texts have none.
  if (!seen.includes(':')) return success(words);
  const parsed = parseFilter(seen);
  if (!parsed.ok || parsed.value.type !== 'clause' || findField(parsed.value.field)?.filterable !== true) {
    return success(words);
  }
  const checked = checkFilter(seen, parsed.value);
  return checked.ok ? success({ type: 'filter', filter: checked.value }) : checked;
}
