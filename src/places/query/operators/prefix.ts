import { type QueryClause } from '../../search-body/clauses.js';
import { type Field } from '../fields.js';
import { type PrefixFilter } from '../filter.js';
import { withoutMarks } from '../fold.js';
import { isLongerThan, LIMITS } from '../limits.js';
import { type PrefixNode } from '../tree.js';
import { countWords } from '../words.js';
import { anyOf } from './any-of.js';
import { objection, type Checked } from './operator.js';

const SHORTEST_PREFIX = 2;

/** `field:word*`, for text and exact fields (design section 9) */
export function checkPrefix(field: Field, { text: written }: PrefixNode): Checked {
  if (field.kind !== 'text' && field.kind !== 'exact') {
    return objection(`${field.name} takes no prefix: prefixes are for text and exact fields`);
  }
  const text = written.normalize('NFC');
  // A mark is folded away: what is left of two is nothing, and finds everything.
  if (Array.from(withoutMarks(text)).length < SHORTEST_PREFIX) {
    return objection(`the prefix "${written}*" is too short: it needs at least ${SHORTEST_PREFIX} characters`);
  }
  if (isLongerThan(LIMITS.prefixLength, text)) return objection(`a prefix may have ${LIMITS.prefixLength} characters`);
  if (countWords(text) > LIMITS.words) return objection(`a value may hold ${LIMITS.words} words`);
  return { type: 'prefix', field, text };
}

export function compilePrefix({ field, text }: PrefixFilter): QueryClause {
  // Only match_bool_prefix folds the prefix of a word in a text field the way its words were folded.
  return anyOf(field.searched, (name) =>
    field.kind === 'text'
      ? { match_bool_prefix: { [name]: { query: text, operator: 'and' } } }
      : { prefix: { [name]: { value: text } } },
  );
}
