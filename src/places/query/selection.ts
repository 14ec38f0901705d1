import { FIELDS, findField, FIELD_CATALOGUE_PATH, suggestField, type Field } from './fields.js';
import { LIMITS, failure, success, type QueryFault, type QueryResult } from './parsing.js';

/** A parsed `fl`. */
interface ParsedFieldList {
  /** Paths in JSON, the id first. Absent if `fl` is empty, which means the same as no `fl`. */
  readonly paths?: readonly string[];
  /** Names that are no field, in the order and spelling of the request. */
  readonly ignored: readonly string[];
}

const selectable = FIELDS.filter((field) => field.selectable);

/** All names that `fl` accepts, aliases included. */
export const SELECTABLE: readonly string[] = selectable.flatMap(({ name, aliases }) => [name, ...aliases]);

/** The fields of a single place. Whether it is open changes with time, so it is computed only if `fl` names it. */
export const ALL_PATHS: readonly string[] = selectable.filter(({ kind }) => kind !== 'open').map(({ name }) => name);

/** The fields of a place in a list without `fl`. */
export const DEFAULT_PATHS: readonly string[] = selectable.filter((field) => field.default).map(({ name }) => name);

/**
 * Parses `fl`: field names separated by commas. The id is always selected.
 *
 * @param wildcard the paths that `*` selects
 */
export function parseFieldList(text: string, wildcard: readonly string[] = DEFAULT_PATHS): ParsedFieldList {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0) return { ignored: [] };
  const paths = ['id'];
  const ignored: string[] = [];
  for (const name of names) {
    const field = findField(name);
    if (name === '*') paths.push(...wildcard);
    else if (field?.selectable === true) paths.push(field.name);
    else ignored.push(name);
  }
  return { paths, ignored };
}

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
      report(`"${name}" needs a point to measure from: location.bias, or location.lat and location.lng`);
    } else keys.push({ field, order: order ?? (field.kind === 'relevance' ? 'desc' : 'asc') });
  }
  return faults.length > 0 ? failure(...faults) : success(keys);
}

function notSortable(name: string, field: Field | undefined): [string, Partial<QueryFault>] {
  const allowed = sortable.map((entry) => entry.name);
  if (field) return [`"${name}" is not sortable`, { allowed }];
  const suggestion = suggestField(name, isSortable);
  const reason = `unknown sort key "${name}"; ${FIELD_CATALOGUE_PATH} lists the fields`;
  return [reason, suggestion === undefined ? { allowed } : { allowed, suggestion }];
}

/** A field to count the values of, and its name as the request spells it. */
export interface FacetField {
  readonly name: string;
  readonly field: Field;
}

/** The fields to count, and how many values to return of each. */
export interface FacetRequest {
  readonly fields: readonly FacetField[];
  /** `facet.limit`, 1 to 100. */
  readonly limit: number;
}

const isFacetable = (field: Field): boolean => field.facetable;

const facetable = FIELDS.filter(isFacetable);

/** All names that `facet.field` accepts, aliases included. */
export const FACETABLE: readonly string[] = facetable.flatMap(({ name, aliases }) => [name, ...aliases]);

/** As many as there are facetable fields: a field may be given once. */
export const MAX_FACETS = facetable.length;

/** Parses `facet.field`: names separated by commas. A field may be given once, under its name or an alias. */
export function parseFacets(text: string): QueryResult<readonly FacetField[]> {
  const fields: FacetField[] = [];
  const faults: QueryFault[] = [];
  const names = text.split(',').map((name) => name.trim());
  for (const value of names.filter((name) => name !== '')) {
    if (fields.length + faults.length === MAX_FACETS) {
      faults.push({ value, reason: `at most ${MAX_FACETS} fields can be counted` });
      break;
    }
    const field = findField(value);
    if (field?.facetable !== true) faults.push({ value, allowed: FACETABLE, ...notFacetable(value, field) });
    else if (fields.some((other) => other.field === field))
      faults.push({ value, reason: `"${value}" is given twice; allowed once` });
    else fields.push({ name: value, field });
  }
  return faults.length > 0 ? failure(...faults) : success(fields);
}

function notFacetable(name: string, field: Field | undefined): Pick<QueryFault, 'reason' | 'suggestion'> {
  if (field) return { reason: `the values of "${name}" cannot be counted` };
  const suggestion = suggestField(name, isFacetable);
  const reason = `unknown field "${name}"; ${FIELD_CATALOGUE_PATH} lists the fields`;
  return suggestion === undefined ? { reason } : { reason, suggestion };
}
