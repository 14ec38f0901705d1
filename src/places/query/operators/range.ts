import { type Field } from '../fields.js';
import { type Bound } from '../filter-types.js';
import { parseNumber } from '../number.js';
import { type BoundNode, type RangeNode } from '../tree.js';
import { notANumber } from './equals.js';
import { type CheckedValue, valueFault } from './operator.js';

/** `field:[lower TO upper]` of a number. A brace excludes its bound; `*` leaves a side open. */
export function checkRange(field: Field, { lower, upper }: RangeNode): CheckedValue {
  if (field.kind !== 'number') return valueFault(`${field.name} takes no range but [* TO *]: ranges are for numbers`);
  for (const { text } of [lower, upper]) {
    if (text !== undefined && parseNumber(text) === undefined) return notANumber(field, text);
  }
  return { type: 'range', field, lower: toBound(lower), upper: toBound(upper) };
}

function toBound({ text, inclusive }: BoundNode): Bound | undefined {
  const value = text === undefined ? undefined : parseNumber(text);
  return value === undefined ? undefined : { value, inclusive };
}
