import { type QueryClause } from '../../search-body/clauses.js';
import { type Field } from '../fields.js';
import { type EqualsFilter } from '../filter.js';
import { isBeyondNumbers, readNumber } from '../number.js';
import { type TextNode } from '../tree.js';
import { anyOf } from './any-of.js';
import { objection, type Checked } from './operator.js';

/** `field:value` of an exact field, an id or a number */
export function checkEquals(field: Field, { text }: TextNode): Checked {
  if (field.kind === 'id') return { type: 'equals', field, value: text };
  if (field.kind !== 'number') return { type: 'equals', field, value: text.normalize('NFC') };
  const value = readNumber(text);
  return value === undefined ? notANumber(field, text) : { type: 'equals', field, value };
}

/** What to say of a text where a number has to stand. */
export function notANumber(field: Field, text: string): Checked {
  if (isBeyondNumbers(text)) {
    return objection(
      `${field.name} takes numbers up to ${Number.MAX_SAFE_INTEGER} with 40 decimals, and "${text}" is none`,
    );
  }
  return objection(`${field.name} is a number, and "${text}" is none: digits with an optional sign and decimal point`);
}

export function compileEquals({ field, value }: EqualsFilter): QueryClause {
  return anyOf(field.searched, (name) => ({ term: { [name]: { value } } }));
}
