import { FIELD_LIST, FIELDS, findField, suggestField, type Field } from './fields.js';
import { failure, success, type QueryFault, type QueryResult } from './result.js';

/** One key of a sort order. */
export interface SortKey {
  readonly field: Field;
  readonly order: 'asc' | 'desc';
}

const isSortable = (field: Field): boolean => field.sortable;

/** All names that an order may hold, in every spelling. */
export const SORTABLE: readonly string[] = FIELDS.filter(isSortable).flatMap(({ name, aliases }) => [name, ...aliases]);

/** No order needs more, for a key may not stand twice; what is beyond is not even looked at. */
const MOST_KEYS = FIELDS.filter(isSortable).length;

/**
 * Reads `sort`: comma-separated keys, each with an optional `asc` or `desc` (interface section 4.3, rule 4). The default
 * is `asc`, of relevance `desc`, best first. Distance needs a centre; a key twice is a fault (design section 9). An
 * empty text is no order: `[]`.
 */
export function parseSort(text: string, context: { readonly centre: boolean }): QueryResult<readonly SortKey[]> {
  if (text.trim() === '') return success([]);
  const parts = text.split(',', MOST_KEYS + 1);
  if (parts.length > MOST_KEYS) return failure({ value: text, reason: `an order has at most ${MOST_KEYS} keys` });
  const keys: SortKey[] = [];
  const faults: QueryFault[] = [];
  for (const part of parts) {
    const [name = '', order, ...rest] = part.trim().split(/\s+/u);
    const field = findField(name);
    const fault = (reason: string, more: Partial<QueryFault> = {}): void => {
      faults.push({ value: text, reason, ...more });
    };
    if (name === '') fault('a sort key is empty');
    else if (field?.sortable !== true) fault(...unsortable(name, field));
    else if (rest.length > 0 || (order !== undefined && order !== 'asc' && order !== 'desc')) {
      fault(`"${name}" may be followed by asc or desc only`, { allowed: ['asc', 'desc'] });
    } else if (keys.some((key) => key.field === field)) fault(`"${name}" is a sort key twice`);
    else if (field.kind === 'distance' && !context.centre) {
      fault(`"${name}" needs a point to measure from: location.lat and location.lng`);
    } else keys.push({ field, order: order ?? (field.kind === 'relevance' ? 'desc' : 'asc') });
  }
  return faults.length > 0 ? failure(...faults) : success(keys);
}

function unsortable(name: string, field: Field | undefined): [string, Partial<QueryFault>] {
  const allowed = FIELDS.filter(isSortable).map((entry) => entry.name);
  if (field) return [`"${name}" cannot be sorted by`, { allowed }];
  const suggestion = suggestField(name, isSortable);
  const reason = `unknown sort key "${name}"; ${FIELD_LIST} lists the fields`;
  return [reason, suggestion === undefined ? { allowed } : { allowed, suggestion }];
}
