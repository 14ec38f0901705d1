import { oneOf, type ParameterValues, text } from '../http/request/parameter.js';
import { type ProblemFault } from '../http/problems/problems.js';
import { filtersParameter } from './filter-parameter.js';
import { locationParameters, readLocation } from './location-parameters.js';
import { openParameter } from './open-parameter.js';
import { minuteOf } from './query/open.js';
import { toParseResult } from './query-faults.js';
import { parseSearchTerm, type SearchTerm } from './query/search-term.js';
import { type SearchRequest } from './query/search-request.js';
import { matchDescription, termDocumentation, whereDescription } from './search-parameter-texts.js';
import { type Match, MATCHES } from './search-stage.js';

/** The parameters that decide which places are found. Lists of places and map tiles take all of them. */
export const conditionParameters = {
  q: text<SearchTerm | undefined, undefined>(termDocumentation, undefined, (value) =>
    toParseResult(parseSearchTerm(value)),
  ),
  match: oneOf(matchDescription, MATCHES, 'relaxed'),
  'q.where': oneOf(whereDescription, ['on', 'off'], 'on'),
  fq: filtersParameter,
  open: openParameter,
  ...locationParameters,
};

/** Which places a search finds: without order, page and facets. */
export type SearchConditions = Omit<SearchRequest, 'sort' | 'rows' | 'start' | 'facets'> & {
  /** The last stage of a search by words. */
  readonly match: Match;
  /** Whether words of `q` may name a city or district. */
  readonly readsWhere: boolean;
  /** When the request arrived, in minutes since 1970 in UTC. */
  readonly now: number;
};

/** Combines the parsed conditions, and adds the faults of those that depend on each other to `faults`. */
export function combineConditions(
  values: Partial<ParameterValues<typeof conditionParameters>>,
  faults: ProblemFault[],
): SearchConditions {
  return {
    ...(values.q && { term: values.q }),
    match: values.match ?? 'relaxed',
    readsWhere: values['q.where'] !== 'off',
    filters: values.fq ?? [],
    ...(values.open && { openAt: values.open }),
    now: minuteOf(new Date()),
    ...readLocation(values, faults),
  };
}
