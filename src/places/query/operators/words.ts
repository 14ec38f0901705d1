import { type Field } from '../fields.js';
import { LIMITS } from '../limits.js';
import { countWords } from '../text/words.js';
import { type TextNode } from '../tree.js';
import { type CheckedValue, valueFault } from './operator.js';

/** `field:value` of a text field: all words in any order or, if quoted, as a phrase. */
export function checkWords(field: Field, { text: original, quoted }: TextNode): CheckedValue {
  const text = original.normalize('NFC');
  if (countWords(text) > LIMITS.wordsPerValue) return valueFault(`a value has at most ${LIMITS.wordsPerValue} words`);
  return { type: 'words', field, text, phrase: quoted };
}
