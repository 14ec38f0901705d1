import { type Field } from '../fields.js';
import { type RangeNode } from '../tree.js';
import { type CheckedValue } from './operator.js';

/** Whether a range is `[* TO *]`. Brackets and braces are equal around `*`. */
export function isPresence({ lower, upper }: RangeNode): boolean {
  return lower.text === undefined && upper.text === undefined;
}

export function checkPresence(field: Field): CheckedValue {
  return { type: 'presence', field };
}
