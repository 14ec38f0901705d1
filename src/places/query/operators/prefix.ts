import { type Field } from '../fields.js';
import { isLongerThan, LIMITS } from '../limits.js';
import { withoutMarks } from '../text/fold.js';
import { countWords } from '../text/words.js';
import { type PrefixNode } from '../tree.js';
import { type CheckedValue, valueFault } from './operator.js';

const MIN_PREFIX_LENGTH = 2;

/** `field:word*` of a text or exact field. */
export function checkPrefix(field: Field, { text: original }: PrefixNode): CheckedValue {
  if (field.kind !== 'text' && field.kind !== 'exact') {
    return valueFault(`${field.name} takes no prefix: prefixes are for text and exact fields`);
  }
  const text = original.normalize('NFC');
  // Folding removes marks, so a prefix of marks alone would match every place.
  if (Array.from(withoutMarks(text)).length < MIN_PREFIX_LENGTH) {
    return valueFault(`the prefix "${original}*" is too short: it needs at least ${MIN_PREFIX_LENGTH} characters`);
  }
  if (isLongerThan(LIMITS.prefixLength, text)) {
    return valueFault(`a prefix has at most ${LIMITS.prefixLength} characters`);
  }
  if (countWords(text) > LIMITS.wordsPerValue) return valueFault(`a value has at most ${LIMITS.wordsPerValue} words`);
  return { type: 'prefix', field, text };
}
