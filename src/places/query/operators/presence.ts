import { type QueryClause } from '../../search-body/clauses.js';
import { type Field } from '../fields.js';
import { type PresenceFilter } from '../filter.js';
import { type RangeNode } from '../tree.js';
import { type Checked } from './operator.js';

/** Whether a range asks for presence: `[* TO *]` (interface section 4.3). Neither bracket nor brace matters to `*`. */
export function isPresence({ lower, upper }: RangeNode): boolean {
  return lower.text === undefined && upper.text === undefined;
}

export function checkPresence(field: Field): Checked {
  return { type: 'presence', field };
}

export function compilePresence({ field }: PresenceFilter): QueryClause {
  return field.present === undefined ? { match_all: {} } : { exists: { field: field.present } };
}
