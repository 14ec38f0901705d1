import { type Aggregation } from '../search-body/clauses.js';
import { FIELD_LIST, FIELDS, findField, suggestField, type Field } from './fields.js';
import { fold } from './fold.js';
import { failure, success, type QueryFault, type QueryResult } from './result.js';

/** A field whose values are to be counted, and its name as it was asked for. */
export interface FacetField {
  readonly name: string;
  readonly field: Field;
}

/** What to count: fields, and how many values of each. */
export interface FacetRequest {
  readonly fields: readonly FacetField[];
  /** `facet.limit`, 1 to 100. */
  readonly limit: number;
}

/** The values of a field, the most frequent first. */
export interface Facet {
  readonly field: string;
  readonly buckets: readonly { readonly value: string; readonly found: number }[];
}

/** The second reading of a facetable field: its values as they were written. */
export const WRITTEN = 'written';

/**
 * How many values each shard counts. The counts are exact where no shard has more different values than that among the
 * places found; on a single shard they always are.
 */
const SHARD_VALUES = 10_000;

const isFacetable = (field: Field): boolean => field.facetable;
const facetable = FIELDS.filter(isFacetable);

/** The names of fields whose values can be counted, in every spelling. */
export const FACETABLE: readonly string[] = facetable.flatMap(({ name, aliases }) => [name, ...aliases]);

/** Reads all `facet.field` of a request, in any spelling; one field twice is a fault, as a sort key is. */
export function parseFacets(texts: readonly string[]): QueryResult<readonly FacetField[]> {
  const fields: FacetField[] = [];
  const faults: QueryFault[] = [];
  for (const value of texts) {
    if (fields.length + faults.length === facetable.length) {
      faults.push({ value, reason: `at most ${facetable.length} fields can be counted` });
      break;
    }
    const field = findField(value);
    if (field?.facetable !== true) faults.push({ value, allowed: FACETABLE, ...uncountable(value, field) });
    else if (fields.some((other) => other.field === field))
      faults.push({ value, reason: `"${value}" is counted twice` });
    else fields.push({ name: value, field });
  }
  return faults.length > 0 ? failure(...faults) : success(fields);
}

function uncountable(name: string, field: Field | undefined): Pick<QueryFault, 'reason' | 'suggestion'> {
  if (field) return { reason: `the values of "${name}" cannot be counted` };
  const suggestion = suggestField(name, isFacetable);
  const reason = `unknown field "${name}"; ${FIELD_LIST} lists the fields`;
  return suggestion === undefined ? { reason } : { reason, suggestion };
}

/**
 * Counts the values of each field over all places that the query finds, without case and accents, as filters compare
 * them: a value is found as often as the filter by it finds places. Beside them stand the values as they were written.
 */
export function facetAggregations({ fields, limit }: FacetRequest): Record<string, Aggregation> {
  const counts = (field: string, size: number): Aggregation => ({
    terms: { field, size, shard_size: SHARD_VALUES, order: [{ _count: 'desc' }, { _key: 'asc' }] },
  });
  const entries = fields.flatMap(({ field: { name } }): [string, Aggregation][] => [
    [name, counts(name, limit)],
    [writtenField(name), counts(writtenField(name), SHARD_VALUES)],
  ]);
  return Object.fromEntries(entries);
}

function writtenField(name: string): string {
  return `${name}.${WRITTEN}`;
}

/** What Elasticsearch says of one aggregation of `facetAggregations`. */
export interface CountedValues {
  readonly buckets: readonly { readonly key: string; readonly doc_count: number }[];
}

/** The facets in the order in which they were asked for, each value in its most frequent spelling. */
export function readFacets({ fields }: FacetRequest, counted: Readonly<Record<string, CountedValues>>): Facet[] {
  return fields.map(({ name, field }) => {
    const spellings = new Map<string, string>();
    for (const { key } of counted[writtenField(field.name)]?.buckets ?? []) {
      const folded = fold(key);
      if (!spellings.has(folded)) spellings.set(folded, key);
    }
    const buckets = counted[field.name]?.buckets ?? [];
    return {
      field: name,
      buckets: buckets.map(({ key, doc_count: found }) => ({ value: spellings.get(fold(key)) ?? key, found })),
    };
  });
}
