import { FIELD_CATALOGUE_PATH, FIELDS, findField, suggestField, type Field } from './fields.js';
import { failure, success, type QueryFault, type QueryResult } from './result.js';

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
