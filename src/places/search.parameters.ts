import { type Parameter, type ParameterValues, type Reading, rows, start, text, texts } from '../http/parameter.js';
import { type Selection } from '../selection/selection.js';
import { type ProblemFault } from '../http/problems.js';
import { type Finished } from '../http/read-parameters.js';
import { parseFilters } from './query/filters.js';
import { type LocationParameter, parseLocation } from './query/location.js';
import { type QueryResult } from './query/result.js';
import { type SearchRequest } from './query/search-request.js';
import { parseSelection } from './query/selection.js';
import { parseSort } from './query/sort.js';
import { parseTerm, type Term } from './query/term.js';

/** The greatest `start` (design, section 5, "Depth"). */
export const searchWindow = { maxStart: 10_000 };

/** A text that is understood together with others, once all are there. */
const raw: Parameter<string | undefined> = {
  absent: undefined,
  repeatable: false,
  emptyIsAbsent: false,
  read: ([value = '']) => ({ ok: true, value }),
};

const locationNames = [
  'location.lat',
  'location.lng',
  'location.radius',
  'location.nw.lat',
  'location.nw.lng',
  'location.se.lat',
  'location.se.lng',
] as const satisfies LocationParameter[];

/** The query parameters of place search (interface section 4.3; design, section 5). */
export const searchParameters = {
  q: text<Term | undefined, undefined>(undefined, (value) => toReading(parseTerm(value))),
  fq: texts([], (values) => toReading(parseFilters(values))),
  fl: selection(),
  sort: { ...raw, emptyIsAbsent: true },
  rows: rows(),
  start: startInWindow(),
  cursorMark: raw,
  'location.lat': raw,
  'location.lng': raw,
  'location.radius': raw,
  'location.nw.lat': raw,
  'location.nw.lng': raw,
  'location.se.lat': raw,
  'location.se.lng': raw,
};

/** `start` within the window; what is beyond it is told of the walk that goes there. */
function startInWindow(): Parameter<number> {
  const within = start(searchWindow.maxStart);
  const read = (given: readonly string[]): Reading<number> => {
    const reading = within.read(given);
    if (reading.ok) return reading;
    const faults = reading.faults.map(({ allowed = [], ...fault }) => ({ ...fault, allowed: [...allowed, walk] }));
    return { ok: false, faults };
  };
  return { ...within, read };
}

const walk = 'cursorMark=* without start, to walk further';

/** `fl` over the catalogue of place fields. */
export function selection(): Parameter<Selection | undefined> {
  return text<Selection | undefined, undefined>(undefined, (value) => {
    const parsed = parseSelection(value);
    return { ok: true, value: parsed.selection, ignored: [...parsed.ignored] };
  });
}

/** A search, or a step of a walk over its results. */
export interface PlaceSearch extends SearchRequest {
  cursorMark?: string;
}

/** Puts the parameters together: where to search, and a sort order that may need a centre. */
export function toSearchRequest(values: Partial<ParameterValues<typeof searchParameters>>): Finished<PlaceSearch> {
  const faults: ProblemFault[] = [];
  const given = locationNames.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]] as const]));
  const location = parseLocation(Object.fromEntries(given));
  if (!location.ok) faults.push(...location.faults.map(toProblemFault));
  // A sort by distance asks whether a centre was meant; that it is wrong in itself is said already.
  const centre = values['location.lat'] !== undefined || values['location.lng'] !== undefined;
  const sort = parseSort(values.sort ?? '', { centre });
  if (!sort.ok) faults.push(...sort.faults.map((fault) => ({ parameter: 'sort', ...toProblemFault(fault) })));
  const { cursorMark } = values;
  if (cursorMark !== undefined && values.start !== 0 && values.start !== undefined) {
    faults.push({ parameter: 'start', value: String(values.start), reason: 'has no place in a walk', allowed: ['0'] });
  }
  const value: PlaceSearch = {
    ...(values.q && { term: values.q }),
    filters: values.fq ?? [],
    sort: sort.ok ? sort.value : [],
    ...(location.ok && location.value),
    rows: values.rows ?? 0,
    start: values.start ?? 0,
    ...(values.fl && { selection: values.fl }),
    ...(cursorMark !== undefined && { cursorMark }),
  };
  return { value, faults };
}

function toReading<T>(result: QueryResult<T>): Reading<T> {
  return result.ok ? result : { ok: false, faults: result.faults.map(toProblemFault) };
}

/** The lists of the query language are read-only; a problem's are its own. */
function toProblemFault<F extends { allowed?: readonly string[] }>({ allowed, ...fault }: F) {
  return { ...fault, ...(allowed && { allowed: [...allowed] }) };
}
