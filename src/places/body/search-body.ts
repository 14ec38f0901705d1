import { type SearchLocation } from '../query/location.js';
import { HOUSE_NUMBER, isStreetName } from '../words/numbers.js';
import { NO_VARIANTS, spellingsOfEach } from '../words/synonyms.js';
import { countWords, foldedPhrase, hasUnspacedWords, splitAtSeparators, withSpaces } from '../words/words.js';
import { type SearchRequest, type WordsTerm } from '../query/search-request.js';
import {
  type Aggregation,
  type QueryClause,
  type SortClause,
  SEARCH_FIELDS,
  type BoolQuery,
  type NumberRange,
  type ScoreFunction,
  anyField,
  anyOf,
  constantScore,
  hasAllWords,
  oneOf,
} from './clauses.js';
import { openClause, showOpenClauses, unknownHoursClause } from './hours.js';
import { type TermsAggregationResult } from './elasticsearch-query.js';
import { circleFilter, lineFilter, polygonFilter, rectangleFilter, toLatLon } from './location-filters.js';
import { POINTS } from './points.js';
import { withRoles } from './role-scores.js';
import { type SearchTextQuery, searchTextQuery, type TypingErrors } from './words-query.js';
import {
  type EqualsFilter,
  type Filter,
  type JunctionFilter,
  type PrefixFilter,
  type RangeFilter,
  type WordsFilter,
} from '../query/filter.js';
import { type FacetRequest, type SortKey } from '../query/selection.js';
import { fold } from '../words/fold.js';
import { type GeoPoint } from '../query/geometry.js';

/**
 * Query and order of a checked request for the body of an Elasticsearch search: a pure function.
 *
 * @param typingErrors that each word of `q` may have
 */
export function queryAndSort(request: SearchRequest, typingErrors: TypingErrors = 0) {
  return {
    query: searchQuery(request, typingErrors),
    sort: sortClauses(request.sort, { centre: request.centre, isScored: isScored(request) }),
  };
}

function searchQuery(request: SearchRequest, typingErrors: TypingErrors): QueryClause {
  const query = scoredQuery(request, typingErrors);
  return request.openShownAt ? { bool: { must: [query], should: showOpenClauses(request.openShownAt) } } : query;
}

/** Only a search that is sorted by score computes scores. All other searches use the filter context. */
function scoredQuery(request: SearchRequest, typingErrors: TypingErrors): QueryClause {
  if (!isScored(request)) return { bool: { filter: matchingClauses(request, typingErrors) } };
  const text = textQuery(request, typingErrors);
  const should = [...(text?.should ?? []), ...streetScores(request), ...nearestFirst(request)];
  return boostByPopularityAndNearness(
    { bool: { ...text, ...(should.length > 0 && { should }), filter: filterClauses(request) } },
    request,
  );
}

/** All conditions of a request, for a query without a score. */
export function matchingClauses(request: SearchRequest, typingErrors: TypingErrors): QueryClause[] {
  return [...(textQuery(request, typingErrors)?.must ?? []), ...filterClauses(request)];
}

/** The query of the words of `q` and of their roles. */
function textQuery(request: SearchRequest, typingErrors: TypingErrors): SearchTextQuery | undefined {
  const words = request.term?.type === 'words' ? searchTextQuery(request.term, typingErrors) : undefined;
  return withRoles(request, words, typingErrors);
}

/** Whether the order depends on how well the words of `q` match, and so on the other documents of the index. */
export function scoresWords(request: SearchRequest): request is SearchRequest & { term: WordsTerm } {
  return request.term?.type === 'words' && isSortedByRelevance(request);
}

/** Whether the search computes scores. Without words, kind, street and centre, relevance is the popularity, which is a field of the index. */
function isScored(request: SearchRequest): boolean {
  const { typedText, kind, address, centre } = request;
  const addsScore = [typedText, kind, address, centre].some((one) => one !== undefined);
  return scoresWords(request) || (addsScore && isSortedByRelevance(request));
}

function isSortedByRelevance({ sort }: SearchRequest): boolean {
  return sort.length === 0 || sort.some(({ field }) => field.kind === 'relevance');
}

type FilteredRequest = Pick<SearchRequest, 'term' | 'filters' | 'openFilter' | keyof SearchLocation>;

/** All conditions of a request except the words of `q`. */
export function filterClauses({ term, filters, openFilter: hours, ...location }: FilteredRequest): QueryClause[] {
  const { centre, radius, rectangle, polygon, line } = location;
  const all = term?.type === 'filter' ? [term.filter, ...filters] : filters;
  const clauses = all.map(compileFilter);
  if (centre && radius !== undefined) clauses.push(circleFilter(centre, radius));
  if (rectangle) clauses.push(rectangleFilter(rectangle));
  if (polygon) clauses.push(polygonFilter(polygon));
  if (line) clauses.push(lineFilter(line));
  if (hours) clauses.push(hours.state === 'open' ? openClause(hours.at) : unknownHoursClause(hours.at));
  return clauses;
}

/** The Elasticsearch clause of a checked filter, for filter context. */
export function compileFilter(filter: Filter): QueryClause {
  switch (filter.type) {
    case 'and':
      return compileAnd(filter);
    case 'or':
      return { bool: oneOf(filter.filters.map(compileFilter)) };
    case 'not':
      return { bool: { must_not: [compileFilter(filter.filter)] } };
    case 'equals':
      return compileEquals(filter);
    case 'words':
      return compileWords(filter);
    case 'prefix':
      return compilePrefix(filter);
    case 'range':
      return compileRange(filter);
    case 'presence':
      return filter.field.existsField === undefined
        ? { match_all: {} }
        : { exists: { field: filter.field.existsField } };
  }
}

/**
 * Elasticsearch rejects more than 30 nested queries, so the bool queries of the operands are merged into one. A bool query
 * has only one `should`. The deepest operand provides it; all other operands stay nested.
 */
function compileAnd({ filters }: JunctionFilter): QueryClause {
  const parts = filters.map((filter) => toBool(compileFilter(filter)));
  const choices = parts.flatMap(({ should }) => (should ? [should] : []));
  const [deepest, ...others] = choices.sort((a, b) => depthOf(b) - depthOf(a));
  const filter = [...parts.flatMap((part) => part.filter ?? []), ...others.map((should) => ({ bool: oneOf(should) }))];
  const must_not = parts.flatMap((part) => part.must_not ?? []);
  return {
    bool: {
      ...(filter.length > 0 && { filter }),
      ...(deepest && oneOf(deepest)),
      ...(must_not.length > 0 && { must_not }),
    },
  };
}

function compileEquals({ field, value }: EqualsFilter): QueryClause {
  return anyField(field.searchFields, (name) => ({ term: { [name]: { value } } }));
}

function compileWords({ field, text, phrase }: WordsFilter): QueryClause {
  // Only this field has the words of scripts without spaces.
  if (hasUnspacedWords(text)) return matchWords(SEARCH_FIELDS.nameWords, withSpaces(text), phrase);
  return anyField(field.searchFields, (name) => matchWords(name, text, phrase));
}

function matchWords(field: string, query: string, phrase: boolean): QueryClause {
  return phrase ? { match_phrase: { [field]: { query } } } : { match: { [field]: { query, operator: 'and' } } };
}

function compilePrefix({ field, text }: PrefixFilter): QueryClause {
  return anyField(field.searchFields, (name) =>
    // match_bool_prefix analyzes the prefix of a text field as its words are analyzed; a prefix query does not.
    field.kind === 'text'
      ? { match_bool_prefix: { [name]: { query: text, operator: 'and' } } }
      : { prefix: { [name]: { value: text } } },
  );
}

function compileRange({ field, lower, upper }: RangeFilter): QueryClause {
  const range: NumberRange = {};
  if (lower) range[lower.inclusive ? 'gte' : 'gt'] = lower.value;
  if (upper) range[upper.inclusive ? 'lte' : 'lt'] = upper.value;
  return anyField(field.searchFields, (name) => ({ range: { [name]: range } }));
}

function toBool(clause: QueryClause): BoolQuery {
  return 'bool' in clause ? clause.bool : { filter: [clause] };
}

/** The greatest number of nested queries. In a compiled filter only bool queries contain others. */
function depthOf(clauses: readonly QueryClause[]): number {
  const depths = clauses.map((clause) => {
    if (!('bool' in clause)) return 1;
    const { filter = [], should = [], must_not = [] } = clause.bool;
    return 1 + depthOf([...filter, ...should, ...must_not]);
  });
  return Math.max(0, ...depths);
}

/** The values of a field, the most frequent first. */
export interface Facet {
  readonly field: string;
  readonly buckets: readonly { readonly value: string; readonly found: number }[];
}

/** The sub-field of a facetable field that holds its values as written, with case and accents. */
export const AS_WRITTEN = 'as_written';

/**
 * Values that each shard counts. Counts are exact unless a shard has more different values among the places found; on a
 * single shard they are always exact.
 */
const SHARD_VALUES = 10_000;

/**
 * Two aggregations per field. The first counts folded values: each count is what a filter by the value finds. The second
 * counts values as written: `readFacets` shows the most frequent spelling of each folded value.
 */
export function facetAggregations({ fields, limit }: FacetRequest): Record<string, Aggregation> {
  const terms = (field: string, size: number): Aggregation => ({
    terms: { field, size, shard_size: SHARD_VALUES, order: [{ _count: 'desc' }, { _key: 'asc' }] },
  });
  const entries = fields.flatMap(({ field: { name } }): [string, Aggregation][] => [
    [name, terms(name, limit)],
    [asWritten(name), terms(asWritten(name), SHARD_VALUES)],
  ]);
  return Object.fromEntries(entries);
}

/** The facets in the order of the request, each value in its most frequent spelling. */
export function readFacets(
  { fields }: FacetRequest,
  aggregations: Readonly<Record<string, TermsAggregationResult>>,
): Facet[] {
  return fields.map(({ name, field }) => {
    const spellings = new Map<string, string>();
    for (const { key } of aggregations[asWritten(field.name)]?.buckets ?? []) {
      const folded = fold(key);
      if (!spellings.has(folded)) spellings.set(folded, key);
    }
    const buckets = aggregations[field.name]?.buckets ?? [];
    return {
      field: name,
      buckets: buckets.map(({ key, doc_count: found }) => ({ value: spellings.get(fold(key)) ?? key, found })),
    };
  });
}

function asWritten(name: string): string {
  return `${name}.${AS_WRITTEN}`;
}

interface SortContext {
  readonly centre: GeoPoint | undefined;
  /** Whether the search computes scores. If not, relevance is the popularity. */
  readonly isScored: boolean;
}

/** The sort order for Elasticsearch. The id is always the last key, so that the order is total. Missing values are last. */
function sortClauses(keys: readonly SortKey[], context: SortContext): SortClause[] {
  const clauses = keys.length === 0 ? [byRelevance('desc', context)] : keys.flatMap((key) => sortClause(key, context));
  return keys.some(({ field }) => field.name === 'id') ? clauses : [...clauses, { id: { order: 'asc' } }];
}

function byRelevance(order: SortKey['order'], { isScored }: SortContext): SortClause {
  // An index of an earlier version has no `search.rank` until `reindex`.
  return isScored ? { _score: { order } } : { [SEARCH_FIELDS.popularity]: { order, unmapped_type: 'float' } };
}

function sortClause({ field, order }: SortKey, context: SortContext): SortClause[] {
  const { centre } = context;
  switch (field.kind) {
    case 'relevance':
      return [byRelevance(order, context)];
    case 'distance':
      // parseSort rejects this key without a centre.
      return centre ? [byDistance(centre, order)] : [];
    case 'text':
    case 'exact':
    case 'id':
    case 'number':
    case 'presence':
    case 'parent':
    case 'open':
      return field.sortField === undefined ? [] : [{ [field.sortField]: { order, missing: '_last' } }];
  }
}

/**
 * Elasticsearch takes a place without a position for infinitely far away, so it is last in ascending order only. The farthest from a
 * point are the nearest to the point on the other side of the earth.
 */
function byDistance(centre: GeoPoint, order: SortKey['order']): SortClause {
  const { lat, lng } = centre;
  const origin = order === 'asc' ? centre : { lat: -lat, lng: lng > 0 ? lng - 180 : lng + 180 };
  return { _geo_distance: { geo: toLatLon(origin), order: 'asc', unit: 'm', distance_type: 'arc' } };
}

/** The most words of the name of a street. Each spelling of a word is a clause. */
const MAX_STREET_WORDS = 6;

/** Ranks names with all words of a street, `harbour st`, and its places, before places that have the words elsewhere: Harbour Café in Oak St. */
function streetScores({ term }: SearchRequest): QueryClause[] {
  if (term?.type !== 'words') return [];
  const { text, variants = NO_VARIANTS } = term;
  const words = splitAtSeparators(text);
  // An address has stages of its own.
  if (countWords(text) > MAX_STREET_WORDS || words.some((word) => HOUSE_NUMBER.test(word))) return [];
  if (!isStreetName(words.map(foldedPhrase))) return [];
  const spellings = spellingsOfEach(words, variants);
  const hasAllIn = (field: string): QueryClause => ({
    bool: { filter: spellings.map((each) => anyOf(each.map((spelling) => hasAllWords(field, spelling)))) },
  });
  return [constantScore(anyField([SEARCH_FIELDS.street, SEARCH_FIELDS.nameWords], hasAllIn), POINTS.street)];
}

/**
 * At the pivot, a place has half of the points, and ten times as far away hardly any: so that each distance counts, from streets to
 * countries. From Rio, places in the city come before those in São Paulo, then in Manaus, then on another continent.
 */
const NEARNESS = [
  { boost: POINTS.nearest, pivot: '500m' },
  { boost: POINTS.nearInRegion, pivot: '100km' },
  { boost: POINTS.nearAcrossCountries, pivot: '1000km' },
] as const;

/** Points for nearness. The nearest places come first, unless a place a little farther away is visited more or has better ratings. */
function nearestFirst({ landmarkPoint, centre, where, isNearestFirst }: SearchRequest): QueryClause[] {
  const origin =
    landmarkPoint ?? (where?.relation === 'near' ? where.area.centre : isNearestFirst ? centre : undefined);
  if (!origin) return [];
  const from = { field: SEARCH_FIELDS.point, origin: toLatLon(origin) };
  return NEARNESS.map((points) => ({ distance_feature: { ...from, ...points } }));
}

/** Metres from the centre at which a place has half of the points of `boostByPopularityAndNearness` for nearness. */
const NEARNESS_SCALE = 5000;

/** Points (`weight`) for a house number. At the distance `scale` from the number of the request, half of the points are left. */
const HOUSE_NUMBERS = [
  { scale: 20, weight: POINTS.nearHouseNumber },
  { scale: 1000, weight: POINTS.farHouseNumber },
] as const;

/**
 * Adds a few points for popularity and nearness to the score of a query. One matching word of the name is worth more. Points are
 * added, not multiplied, so that a place whose whole name is the text stays first.
 */
function boostByPopularityAndNearness(
  query: QueryClause,
  { centre, address, isInNamedArea }: SearchRequest,
): QueryClause {
  const functions: ScoreFunction[] = [{ field_value_factor: { field: SEARCH_FIELDS.popularity, missing: 0 } }];
  if (centre && !isInNamedArea) {
    const filter = { exists: { field: SEARCH_FIELDS.point } };
    functions.push({
      filter,
      gauss: { [SEARCH_FIELDS.point]: { origin: toLatLon(centre), scale: `${NEARNESS_SCALE}m` } },
    });
  }
  const origin = address?.number;
  if (origin !== undefined) {
    const filter = { exists: { field: SEARCH_FIELDS.houseNumber } };
    for (const { scale, weight } of HOUSE_NUMBERS)
      functions.push({ filter, exp: { [SEARCH_FIELDS.houseNumber]: { origin, scale } }, weight });
  }
  return { function_score: { query, functions, score_mode: 'sum', boost_mode: 'sum' } };
}
