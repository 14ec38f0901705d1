import { type QueryClause } from '../../search-body/clauses.js';
import { type Field } from '../fields.js';
import { type WordsFilter } from '../filter.js';
import { LIMITS } from '../limits.js';
import { type TextNode } from '../tree.js';
import { countWords } from '../words.js';
import { anyOf } from './any-of.js';
import { objection, type Checked } from './operator.js';

/** `field:value` of a text field: all words, in any order; quoted, as a phrase (design section 5) */
export function checkWords(field: Field, { text: written, quoted }: TextNode): Checked {
  const text = written.normalize('NFC');
  if (countWords(text) > LIMITS.words) return objection(`a value may hold ${LIMITS.words} words`);
  return { type: 'words', field, text, phrase: quoted };
}

export function compileWords({ field, text, phrase }: WordsFilter): QueryClause {
  return anyOf(field.searched, (name) =>
    phrase ? { match_phrase: { [name]: { query: text } } } : { match: { [name]: { query: text, operator: 'and' } } },
  );
}
