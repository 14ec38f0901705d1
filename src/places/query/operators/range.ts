import { type NumberRange, type QueryClause } from '../../search-body/clauses.js';
import { type Field } from '../fields.js';
import { type Bound, type RangeFilter } from '../filter.js';
import { readNumber } from '../number.js';
import { type BoundNode, type RangeNode } from '../tree.js';
import { anyOf } from './any-of.js';
import { notANumber } from './equals.js';
import { objection, type Checked } from './operator.js';

/** `field:[lower TO upper]`, for numbers; a brace excludes its bound, `*` opens it */
export function checkRange(field: Field, { lower, upper }: RangeNode): Checked {
  if (field.kind !== 'number') return objection(`${field.name} takes no range but [* TO *]: ranges are for numbers`);
  for (const { text } of [lower, upper]) {
    if (text !== undefined && readNumber(text) === undefined) return notANumber(field, text);
  }
  return { type: 'range', field, ...bound('lower', lower), ...bound('upper', upper) };
}

function bound<Side extends 'lower' | 'upper'>(side: Side, node: BoundNode): Partial<Record<Side, Bound>> {
  const value = node.text === undefined ? undefined : readNumber(node.text);
  // A computed member loses its name's type.
  return value === undefined ? {} : ({ [side]: { value, inclusive: node.inclusive } } as Record<Side, Bound>);
}

export function compileRange({ field, lower, upper }: RangeFilter): QueryClause {
  const range: NumberRange = {};
  if (lower) range[lower.inclusive ? 'gte' : 'gt'] = lower.value;
  if (upper) range[upper.inclusive ? 'lte' : 'lt'] = upper.value;
  return anyOf(field.searched, (name) => ({ range: { [name]: range } }));
}
