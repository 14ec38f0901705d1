import {
  integer,
  list,
  type Parameter,
  type ParameterValues,
  type ParseResult,
  rows,
  start,
} from '../http/request/parameter.js';
import { describeFields } from '../http/request/fields-parameter.js';
import { type Selection, selectionOf } from '../http/request/field-selection.js';
import { type ProblemFault } from '../http/problems/problems.js';
import { type CombinedParameters } from '../http/request/read-parameters.js';
import { rawTextParameter } from './location-parameters.js';
import { toParseResult, withMutableAllowed } from './query-faults.js';
import { type FacetField, parseFacets } from './query/facets.js';
import { validUntil } from './opening-hours/open-places.js';
import { FIELD_CATALOGUE_PATH } from './query/fields.js';
import { LIMITS } from './query/limits.js';
import { combineConditions, conditionParameters, type SearchConditions } from './search-conditions.js';
import { type SearchRequest } from './query/search-request.js';
import { DEFAULT_PATHS, parseFieldList, SELECTABLE } from './query/selection.js';
import { parseSort } from './query/sort.js';
import { cursorMarkDocumentation, facetsDocumentation, sortDocumentation } from './search-parameter-texts.js';

export const pagingLimits = { maxStart: LIMITS.start };

const { q, match, 'q.where': where, fq, open, ...otherConditions } = conditionParameters;

export const searchParameters = {
  ...{ q, match, 'q.where': where, fq, open },
  fl: placeFieldsParameter(),
  // Parsed later, because it depends on the location.
  sort: list<string, undefined>(sortDocumentation, undefined, (value) => ({ ok: true, value })),
  rows: rows(LIMITS.rows),
  start: limitedStart(),
  cursorMark: rawTextParameter(cursorMarkDocumentation),
  'facet.field': list<readonly FacetField[], readonly FacetField[]>(facetsDocumentation, [], (value) =>
    toParseResult(parseFacets(value)),
  ),
  'facet.limit': integer('The maximum number of values per field.', {
    min: 1,
    max: LIMITS.facetValues,
    defaultValue: 10,
  }),
  ...otherConditions,
};

/** `start` up to the maximum. The error for a greater one recommends cursors. */
function limitedStart(): Parameter<number> {
  const within = start(pagingLimits.maxStart);
  const read = (given: readonly string[]): ParseResult<number> => {
    const result = within.read(given);
    if (result.ok) return result;
    const faults = result.faults.map(({ allowed = [], ...fault }) => ({ ...fault, allowed: [...allowed, cursorHint] }));
    return { ok: false, faults };
  };
  return { ...within, read };
}

const cursorHint = 'cursorMark=* without start, to read further';

/**
 * The parameter `fl` of places.
 *
 * @param wildcard the paths that `*` selects; absent, the default fields of lists
 */
export function placeFieldsParameter(wildcard?: readonly string[]): Parameter<Selection | undefined> {
  const about = describeFields(SELECTABLE, 'the default fields');
  return list<Selection | undefined, undefined>(about, undefined, (value) => {
    const { paths, ignored } = parseFieldList(value, wildcard);
    return {
      ok: true,
      value: paths && selectionOf(paths),
      ignored: [...ignored],
      known: ['*', `what ${FIELD_CATALOGUE_PATH} lists`],
    };
  });
}

/** A checked search with the parameters that only its response needs. */
export interface PlaceSearchRequest extends SearchRequest, SearchConditions {
  /** `fl`; absent, `DEFAULT_SELECTION`. */
  selection?: Selection;
  /** Present in a cursor search. */
  cursorMark?: string;
}

/** The fields of a place in a list without `fl`. */
export const DEFAULT_SELECTION: Selection = selectionOf(['id', ...DEFAULT_PATHS]);

/** Combines the parsed parameters. Parses those that depend on each other: location and sort. */
export function combineSearchParameters(
  values: Partial<ParameterValues<typeof searchParameters>>,
): CombinedParameters<PlaceSearchRequest> {
  const faults: ProblemFault[] = [];
  const conditions = combineConditions(values, faults);
  // A sort by distance only asks whether there is a centre. An invalid centre is already reported.
  const hasCentre = values['location.lat'] !== undefined || values['location.lng'] !== undefined;
  const sort = parseSort(values.sort ?? '', { hasCentre });
  if (!sort.ok) faults.push(...sort.faults.map((fault) => ({ parameter: 'sort', ...withMutableAllowed(fault) })));
  const { cursorMark, 'facet.field': facets = [] } = values;
  if (cursorMark !== undefined && values.start !== 0 && values.start !== undefined) {
    faults.push({
      parameter: 'start',
      value: String(values.start),
      reason: 'must be 0 or absent with cursorMark',
      allowed: ['0'],
    });
  }
  const value: PlaceSearchRequest = {
    ...conditions,
    sort: sort.ok ? sort.value : [],
    rows: values.rows ?? 0,
    start: values.start ?? 0,
    ...(values.fl && { selection: values.fl, showsOpen: values.fl.has('open') }),
    ...(facets.length > 0 && { facets: { fields: facets, limit: values['facet.limit'] ?? 0 } }),
    ...(cursorMark !== undefined && { cursorMark }),
  };
  return { value, faults, ...validUntil(value) };
}
