import { type WordsFilter } from '../../query/filter-types.js';
import { type QueryClause } from '../clauses.js';
import { anyField } from './any-field.js';

/** `field:value` of a text field: all words in any order, or a phrase. */
export function compileWords({ field, text, phrase }: WordsFilter): QueryClause {
  return anyField(field.searched, (name) =>
    phrase ? { match_phrase: { [name]: { query: text } } } : { match: { [name]: { query: text, operator: 'and' } } },
  );
}
