import { type Field } from '../fields.js';
import { parseNumber, isNumberTooLarge } from '../number.js';
import { type TextNode } from '../tree.js';
import { type CheckedValue, valueFault } from './operator.js';

/** `field:value` of an exact field, an id or a number. */
export function checkEquals(field: Field, { text }: TextNode): CheckedValue {
  if (field.kind === 'id') return { type: 'equals', field, value: text };
  if (field.kind !== 'number') return { type: 'equals', field, value: text.normalize('NFC') };
  const value = parseNumber(text);
  return value === undefined ? notANumber(field, text) : { type: 'equals', field, value };
}

/** The fault of a text that is not a number in a number field. */
export function notANumber(field: Field, text: string): CheckedValue {
  if (isNumberTooLarge(text)) {
    const max = Number.MAX_SAFE_INTEGER;
    return valueFault(`${field.name} takes numbers up to ${max} with at most 40 decimals, not "${text}"`);
  }
  return valueFault(`${field.name} takes numbers, not "${text}": digits with an optional sign and decimal point`);
}
