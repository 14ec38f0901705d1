import { type QueryClause } from '../../search-body/clauses.js';
import { type Filter } from '../filter.js';
import { type QueryFault } from '../result.js';

/** Why a field does not take a value; the caller knows the rest of the fault. */
export type Objection = { readonly type: 'objection' } & Omit<QueryFault, 'value'>;

/** What an operator makes of a field and what stands after its colon. */
export type Checked = Filter | Objection;

export function objection(reason: string, more: Omit<QueryFault, 'value' | 'reason'> = {}): Objection {
  return { type: 'objection', reason, ...more };
}

/** Compiles the operands of an operator. */
export type CompileFilter = (filter: Filter) => QueryClause;
