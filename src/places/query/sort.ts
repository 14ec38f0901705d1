import { FIELD_CATALOGUE_PATH, FIELDS, findField, suggestField, type Field } from './fields.js';
import { LIMITS } from './limits.js';
import { failure, success, type QueryFault, type QueryResult } from './result.js';

export interface SortKey {
  readonly field: Field;
  readonly order: 'asc' | 'desc';
}

const isSortable = (field: Field): boolean => field.sortable;
const sortable = FIELDS.filter(isSortable);

/** All names that `sort` accepts, aliases included. */
export const SORTABLE: readonly string[] = sortable.flatMap(({ name, aliases }) => [name, ...aliases]);

/**
 * Parses `sort`: keys separated by commas, each with an optional `asc` or `desc`. The default is `desc` for relevance and
 * `asc` for all others. Returns `[]` for an empty text.
 *
 * @param context `hasCentre` whether the request has a centre, which a sort by distance needs
 */
export function parseSort(text: string, context: { readonly hasCentre: boolean }): QueryResult<readonly SortKey[]> {
  if (text.trim() === '') return success([]);
  const parts = text.split(',', LIMITS.sortKeys + 1);
  if (parts.length > LIMITS.sortKeys)
    return failure({ value: text, reason: `a sort order has at most ${LIMITS.sortKeys} keys` });
  const keys: SortKey[] = [];
  const faults: QueryFault[] = [];
  for (const part of parts) {
    const [name = '', order, ...rest] = part.trim().split(/\s+/u);
    const field = findField(name);
    const report = (reason: string, details: Partial<QueryFault> = {}): void => {
      faults.push({ value: text, reason, ...details });
    };
    if (name === '') report('a sort key is empty');
    else if (field?.sortable !== true) report(...notSortable(name, field));
    else if (rest.length > 0 || (order !== undefined && order !== 'asc' && order !== 'desc')) {
      report(`only asc or desc may follow "${name}"`, { allowed: ['asc', 'desc'] });
    } else if (keys.some((key) => key.field === field)) report(`"${name}" is given twice; allowed once`);
    else if (field.kind === 'distance' && !context.hasCentre) {
      report(`"${name}" needs a point to measure from: location.lat and location.lng`);
    } else keys.push({ field, order: order ?? (field.kind === 'relevance' ? 'desc' : 'asc') });
  }
  return faults.length > 0 ? failure(...faults) : success(keys);
}

function notSortable(name: string, field: Field | undefined): [string, Partial<QueryFault>] {
  const allowed = sortable.map((entry) => entry.name);
  if (field) return [`"${name}" is not sortable`, { allowed }];
  const withDirection = otherSpelling(name);
  if (withDirection !== undefined) {
    return [
      `unknown sort key "${name}"; asc or desc follows the field after a space`,
      { allowed, suggestion: withDirection },
    ];
  }
  const suggestion = suggestField(name, isSortable);
  const reason = `unknown sort key "${name}"; ${FIELD_CATALOGUE_PATH} lists the fields`;
  return [reason, suggestion === undefined ? { allowed } : { allowed, suggestion }];
}

/** `-name` and `name:desc` → `name desc`, as other services write them. */
function otherSpelling(name: string): string | undefined {
  const [, sign = '', key = '', direction = ''] = /^([-+]?)([^:]*)(?::(asc|desc))?$/iu.exec(name) ?? [];
  if (findField(key)?.sortable !== true || (sign === '' && direction === '')) return undefined;
  return `${key} ${sign === '' ? direction.toLowerCase() : sign === '-' ? 'desc' : 'asc'}`;
}
