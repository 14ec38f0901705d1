import {
  type ParameterDescription,
  type ParseResult,
  repeatedTextParameter,
  type Parameter,
  type ParameterValues,
  singleParameter,
  enumParameter,
  textParameter,
  integerParameter,
  listParameter,
  rows,
  start,
  type CombinedParameters,
} from '../http/parameters.js';
import { lang } from '../http/language-parameter.js';
import {
  FACETABLE,
  MAX_FACETS,
  SORTABLE,
  type FacetField,
  parseFacets,
  DEFAULT_PATHS,
  parseFieldList,
  SELECTABLE,
  parseSort,
} from './query/selection.js';
import { LIMITS } from './query/parsing.js';
import { FIELD_CATALOGUE_PATH, FIELDS } from './query/fields.js';
import { parseFilters } from './query/parse-filter.js';
import { type ProblemFault } from '../http/problems.js';
import { LOCATION_BOUNDS, parseLocation, type LocationParameter, type SearchLocation } from './query/location.js';
import { OPEN_PATTERN, type OpenAt, parseOpen, minuteOf } from './query/open.js';
import {
  MATCHES,
  parseSearchTerm,
  type MatchOptions,
  type SearchTerm,
  type SearchRequest,
} from './query/search-request.js';
import { describeFields, type Selection, selectionOf } from '../http/field-selection.js';
import { namesTime, ROLES, type EnabledRoles } from './words/roles.js';
import { cacheExpiry } from './opening-hours/open-places.js';
import { type ResolvedRequest } from './search/stage.js';

const termDocumentation: ParameterDescription = {
  description:
    'The search term. Every word must match the name, a category, a subcategory or the address; the name counts most. ' +
    'A kind of place alone (`bank`) is not sought in the address. ' +
    'Case and accents do not matter; inflections and synonyms count. If no place has all words, typing errors are ' +
    'corrected, and then words are left out ' +
    '(`match`). `q=field:value` is the same as that `fq`. Default: all places.',
  schema: { type: 'string', maxLength: LIMITS.termLength },
};

const matchDescription =
  'What to do if no place has all words of `q`: `exact` finds nothing, and ignores inflections and synonyms; ' +
  '`corrected` allows typing errors, and ignores praise and words of a question; ' +
  '`relaxed` allows typing errors and then leaves out words. `header.match` says what was done. Filters and location ' +
  'always apply.';

const whereDescription =
  'Whether words of `q` may name a country, state, city or district of the data: `coffee near providence`, `pizza in newport`, `farmácia moema`. ' +
  '`header.where` says how they were understood. `off`, and `match=exact`, take them for words.';

const kindDescription =
  'Whether words of `q` may name a kind of place: `dentist auckland`, `padaria`, `☕`. `header.kind` says which. `off`, and `match=exact`, take ' +
  'them for words.';

const nearDescription =
  'Whether words of `q` may ask for what is near: `pharmacy near me` (near `location.lat` and `location.lng`), `cafe near sky tower` (near that place). ' +
  '`header.near` says what they mean. `off`, and `match=exact`, take them for words.';

const whenDescription =
  'Whether words of `q` may ask for opening hours: `open now`, `24 horas`, `open late`, `open on sunday`, `open after 10pm`. `header.when` says which. ' +
  '`off`, `match=exact` and `open` take them for words.';

const numberDescription =
  'Whether `q` may be a telephone number, or the beginning of one (`+55 11`), or have a postcode, in any spelling. `header.number` says which. `off`, and `match=exact`, take ' +
  'them for words.';

const sortDocumentation: ParameterDescription = {
  description:
    `At most ${LIMITS.sortKeys} sort keys, repeated or separated by commas, each with an optional \`asc\` or \`desc\`. Default directions: \`relevance\` best first, ` +
    '`distance` nearest first (it needs a centre), all others ascending. Places without a value come last. Ties are ' +
    'sorted by `id`.',
  schema: {
    type: 'array',
    maxItems: LIMITS.sortKeys,
    items: { type: 'string', enum: SORTABLE.flatMap((name) => [name, `${name} asc`, `${name} desc`]) },
    default: ['relevance'],
  },
};

const cursorMarkDocumentation: ParameterDescription = {
  description:
    'Reads a result of any size page by page. Start with `*`, then send the `header.nextCursorMark` of each page. All ' +
    'pages show one state of the data, so no place is repeated or missed. Do not send `start`, or send 0.',
  schema: { type: 'string' },
};

const facetsDocumentation: ParameterDescription = {
  description:
    `Fields whose values are counted over all places found, the most frequent first: repeated or separated by commas. At ` +
    `most ${MAX_FACETS} fields, each once, under any of its names.`,
  schema: { type: 'array', uniqueItems: true, items: { type: 'string', enum: FACETABLE } },
};

const filterableRows = FIELDS.filter((field) => field.filterable).map(
  ({ name, kind, example }) => `| \`${name}\` | ${kind} | \`${example.replaceAll('|', '\\|')}\` |`,
);

/** The parameter `fq` of place search and type-ahead (docs/query-language.md). */
export const filtersParameter = repeatedTextParameter(
  {
    description:
      'A filter, `field:value`. Quote values with spaces: `address.city:"São Paulo"`. Combine filters with `AND`, `OR`, ' +
      '`NOT` (or `-`) and parentheses. `[4 TO *]` is a range, `merc*` a prefix, `(a OR b)` a choice, `[* TO *]` any value. ' +
      `A place must match every \`fq\`. All \`fq\` together have at most ${LIMITS.clauses} clauses; one \`fq\` nests at ` +
      `most ${LIMITS.depth} levels.\n\nThe fields (\`${FIELD_CATALOGUE_PATH}\` lists their aliases too):\n\n` +
      `| field | type | example |\n| --- | --- | --- |\n${filterableRows.join('\n')}`,
    schema: { type: 'array', items: { type: 'string', maxLength: LIMITS.filterLength } },
  },
  [],
  parseFilters,
);

/** A parameter whose text is parsed later, together with other parameters. */
function rawTextParameter(documentation: ParameterDescription): Parameter<string | undefined> {
  return singleParameter<string | undefined>(documentation, undefined, (value) => ({ ok: true, value }));
}

function decimal(name: keyof typeof LOCATION_BOUNDS, description: string): Parameter<string | undefined> {
  const [minimum, maximum] = LOCATION_BOUNDS[name];
  return rawTextParameter({ description, schema: { type: 'number', minimum, maximum } });
}

const corners =
  'Give all four edges. If the west edge is east of the east edge, the rectangle crosses the antimeridian.';

/** The parameters for a centre with a radius, and for a rectangle. */
export const locationParameters = {
  'location.lat': decimal(
    'location.lat',
    'Latitude of the centre in decimal degrees, together with `location.lng`. Finds places within ' +
      '`location.radius`. Each place has its `location.distance`.',
  ),
  'location.lng': decimal('location.lng', 'Longitude of the centre, together with `location.lat`.'),
  'location.radius': decimal(
    'location.radius',
    'Metres around the centre, or around `location.line`, which needs it; it needs one of them. Default around the centre: ' +
      'the configured radius (50,000), or no limit with a rectangle or polygon.',
  ),
  'location.nw.lat': decimal('location.nw.lat', `North edge of a rectangle. ${corners}`),
  'location.nw.lng': decimal('location.nw.lng', 'West edge of a rectangle.'),
  'location.se.lat': decimal('location.se.lat', 'South edge of a rectangle.'),
  'location.se.lng': decimal('location.se.lng', 'East edge of a rectangle.'),
  'location.polygon': rawTextParameter({
    description:
      'The 3 to 100 points of a polygon, in either direction; the closing point is optional. Its edges must not cross. Each ' +
      'takes the shorter way around the earth.',
    schema: { type: 'string', examples: ['-23.55,-46.66;-23.55,-46.62;-23.58,-46.64'] },
  }),
  'location.line': rawTextParameter({
    description:
      'The 2 to 100 points of a line, at most 5,000 km long. It needs `location.radius`, at most 50,000, and finds places ' +
      'within so many metres of it. Then the radius does not limit the distance from the centre.',
    schema: { type: 'string', examples: ['-23.55,-46.66;-23.58,-46.64'] },
  }),
  'location.bias': rawTextParameter({
    description:
      'A centre, `lat,lng`, that never limits the result: nearer places come first, and each has its `location.distance`. ' +
      'Instead of `location.lat` and `location.lng`.',
    schema: { type: 'string', examples: ['-23.5614,-46.6559'] },
  }),
} satisfies Record<LocationParameter, Parameter<string | undefined>>;

const locationNames = Object.keys(locationParameters) as LocationParameter[];

/** Parses the location parameters together, and adds their faults to `faults`. */
export function readLocation(
  values: Partial<ParameterValues<typeof locationParameters>>,
  faults: ProblemFault[],
): SearchLocation {
  const given = locationNames.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]] as const]));
  const location = parseLocation(Object.fromEntries(given));
  if (location.ok) return location.value;
  faults.push(...location.faults);
  return {};
}

const FORMS =
  '`now`, a local time of each place (`2026-11-23T19:30`), or a time with an offset as in RFC 3339 ' +
  '(`2026-11-23T19:30:00.000-03:00`; encode a plus sign as `%2B`)';

/** `open` of place search. */
const openParameter = timeParameter(
  `Finds places that are open at this time by their \`openingHours\`: ${FORMS}. Places without readable opening hours are ` +
    'left out; `header.unknownHours` counts them.',
);

/** `open` of type-ahead, which does not count unknown hours. */
export const suggestOpenParameter = timeParameter(
  `Suggests only places that are open at this time by their \`openingHours\`, and only categories, cities and districts ` +
    `with such places: ${FORMS}.`,
);

/** `at` of opening hours. */
export const hoursTimeParameter = timeParameter(`The time on which the response begins: ${FORMS}. Default: \`now\`.`);

function timeParameter(description: string): Parameter<OpenAt | undefined> {
  const schema = { type: 'string', pattern: OPEN_PATTERN } as const;
  return singleParameter<OpenAt | undefined>({ description, schema }, undefined, parseOpen);
}

/** The parameters that decide which places are found. Lists of places and map tiles take all of them. */
export const conditionParameters = {
  q: textParameter<SearchTerm | undefined, undefined>(termDocumentation, undefined, parseSearchTerm),
  match: enumParameter(matchDescription, MATCHES, 'relaxed'),
  'q.where': enumParameter(whereDescription, ['on', 'off'], 'on'),
  fq: filtersParameter,
  open: openParameter,
  ...locationParameters,
  'q.kind': enumParameter(kindDescription, ['on', 'off'], 'on'),
  'q.near': enumParameter(nearDescription, ['on', 'off'], 'on'),
  'q.when': enumParameter(whenDescription, ['on', 'off'], 'on'),
  'q.number': enumParameter(numberDescription, ['on', 'off'], 'on'),
};

/** A checked search with the parameters that only its response needs. */
export interface PlaceSearchRequest extends SearchRequest, MatchOptions, Pick<ResolvedRequest, 'languages'> {
  /** Whether words of `q` name a time, so that the response depends on the present. */
  readonly namesTime?: boolean;
  /** When the request arrived, in minutes since 1970 in UTC. */
  readonly now: number;
  /** `fl`; absent, `DEFAULT_SELECTION`. */
  readonly selection?: Selection;
  /** Present in a cursor search. */
  readonly cursorMark?: string;
}

/** The conditions of a search, without order, page and facets. */
export type SearchConditions = Omit<
  PlaceSearchRequest,
  'sort' | 'rows' | 'start' | 'facets' | 'selection' | 'cursorMark'
>;

/** Combines the parsed conditions. Adds faults between parameters that depend on each other to `faults`. */
export function combineConditions(
  values: Partial<ParameterValues<typeof conditionParameters>>,
  faults: ProblemFault[],
): SearchConditions {
  return {
    ...(values.q && { term: values.q }),
    match: values.match ?? 'relaxed',
    enabledRoles: rolesOf(values),
    ...(values.q?.type === 'words' && values['q.when'] !== 'off' && namesTime(values.q.text) && { namesTime: true }),
    filters: values.fq ?? [],
    ...(values.open && { openAt: values.open }),
    now: minuteOf(new Date()),
    ...readLocation(values, faults),
  };
}

function rolesOf(values: Partial<ParameterValues<typeof conditionParameters>>): EnabledRoles {
  return Object.fromEntries(ROLES.map((name) => [name, values[`q.${name}`] !== 'off'])) as EnabledRoles;
}

export const pagingLimits = { maxStart: LIMITS.start };

const { q, match, 'q.where': where, fq, open, ...otherConditions } = conditionParameters;

/** In the order in which generated clients pass them, so new ones come last. */
export const searchParameters = {
  ...{ q, match, 'q.where': where, fq, open },
  fl: placeFieldsParameter(),
  // Parsed later, because it depends on the location.
  sort: listParameter<string, undefined>(sortDocumentation, undefined, (value) => ({ ok: true, value })),
  rows: rows(LIMITS.rows),
  start: limitedStart(),
  cursorMark: rawTextParameter(cursorMarkDocumentation),
  'facet.field': listParameter<readonly FacetField[], readonly FacetField[]>(facetsDocumentation, [], parseFacets),
  'facet.limit': integerParameter('The maximum number of values per field.', {
    min: 1,
    max: LIMITS.facetValues,
    defaultValue: 10,
  }),
  ...otherConditions,
  lang,
};

/** `start` up to the maximum. The error for a greater `start` recommends cursors. */
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
  return listParameter<Selection | undefined, undefined>(about, undefined, (value) => {
    const { paths, ignored } = parseFieldList(value, wildcard);
    return {
      ok: true,
      value: paths && selectionOf(paths),
      ignored: [...ignored],
      known: ['*', `what ${FIELD_CATALOGUE_PATH} lists`],
    };
  });
}

/** The fields of a place in a list without `fl`. */
export const DEFAULT_SELECTION: Selection = selectionOf(DEFAULT_PATHS);

/** Combines the parsed parameters. Parses location and sort here, because they depend on each other. */
export function combineSearchParameters(
  values: Partial<ParameterValues<typeof searchParameters>>,
): CombinedParameters<PlaceSearchRequest> {
  const faults: ProblemFault[] = [];
  const conditions = combineConditions(values, faults);
  // A sort by distance only asks whether there is a centre. An invalid centre is already reported.
  const hasCentre = ['location.lat', 'location.lng', 'location.bias'].some(
    (name) => values[name as LocationParameter] !== undefined,
  );
  const sort = parseSort(values.sort ?? '', { hasCentre });
  if (!sort.ok) faults.push(...sort.faults.map((fault) => ({ parameter: 'sort', ...fault })));
  const { cursorMark, 'facet.field': facets = [] } = values;
  if (cursorMark !== undefined && values.start !== 0 && values.start !== undefined) {
    faults.push({
      parameter: 'start',
      value: String(values.start),
      reason: 'must be 0 or absent with cursorMark',
      allowed: ['0'],
    });
  }
  // Each value that has a default is absent only if it is invalid. Then the request is not used.
  const value: PlaceSearchRequest = {
    ...conditions,
    sort: sort.ok ? sort.value : [],
    rows: values.rows ?? 0,
    start: values.start ?? 0,
    ...(values.fl && { selection: values.fl, includesOpen: values.fl.has('open') || values.fl.has('openChanges') }),
    ...(facets.length > 0 && { facets: { fields: facets, limit: values['facet.limit'] ?? 0 } }),
    ...(cursorMark !== undefined && { cursorMark }),
  };
  return { value, faults, ...cacheExpiry(value) };
}
