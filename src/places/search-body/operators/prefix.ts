import { type PrefixFilter } from '../../query/filter-types.js';
import { type QueryClause } from '../clauses.js';
import { anyField } from './any-field.js';

/** `field:word*` of a text or exact field. */
export function compilePrefix({ field, text }: PrefixFilter): QueryClause {
  return anyField(field.searched, (name) =>
    // match_bool_prefix analyzes the prefix of a text field as its words are analyzed; a prefix query does not.
    field.kind === 'text'
      ? { match_bool_prefix: { [name]: { query: text, operator: 'and' } } }
      : { prefix: { [name]: { value: text } } },
  );
}
