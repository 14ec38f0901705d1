import { type Filter } from '../filter-types.js';
import { type QueryFault } from '../result.js';

/** Why a field rejects a value. The caller adds the text of the filter. */
export type ValueFault = { readonly type: 'fault' } & Omit<QueryFault, 'value'>;

/** The result of checking one field with the value after its colon. */
export type CheckedValue = Filter | ValueFault;

export function valueFault(reason: string, details: Omit<QueryFault, 'value' | 'reason'> = {}): ValueFault {
  return { type: 'fault', reason, ...details };
}
