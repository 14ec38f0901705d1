import { type SearchLocation } from '../query/location.js';
import { hasUnspacedWords, withSpaces } from '../query/words.js';
import { type SearchRequest, type WordsTerm } from '../query/search-request.js';
import {
  type Aggregation,
  type QueryClause,
  type SortClause,
  SEARCH_FIELDS,
  type BoolQuery,
  type NumberRange,
  type ScoreFunction,
} from './clauses.js';
import { openClause, showOpenClauses, unknownHoursClause } from './hours.js';
import { type TermsAggregation } from './query.js';
import { circleFilter, lineFilter, polygonFilter, rectangleFilter, toLatLon } from './location.js';
import { type SearchTextQuery, searchTextQuery, type TypingErrors, constantScore, exactNameScores } from './words.js';
import { type Area, type AddressPart, type Where } from '../query/where.js';
import {
  type AndFilter,
  type EqualsFilter,
  type Filter,
  type PrefixFilter,
  type RangeFilter,
  type WordsFilter,
} from '../query/filter.js';
import { type FacetRequest, type SortKey } from '../query/selection.js';
import { fold } from '../query/fold.js';
import { type GeoPoint } from '../query/geometry.js';

/** The body of an Elasticsearch search. The caller adds the timeout. */
export interface SearchBody {
  query: QueryClause;
  sort: SortClause[];
  from: number;
  size: number;
  track_total_hits: true;
  aggs?: Record<string, Aggregation>;
}

/**
 * The Elasticsearch search of a checked request: a pure function.
 *
 * @param typingErrors that each word of `q` may have
 */
export function searchBody(request: SearchRequest, typingErrors: TypingErrors = 0): SearchBody {
  return {
    query: searchQuery(request, typingErrors),
    sort: sortClauses(request.sort, { centre: request.centre, isScored: isScored(request) }),
    from: request.start,
    size: request.rows,
    track_total_hits: true,
    ...(request.facets && { aggs: facetAggregations(request.facets) }),
  };
}

function searchQuery(request: SearchRequest, typingErrors: TypingErrors): QueryClause {
  const query = scoredQuery(request, typingErrors);
  return request.showOpenAt ? { bool: { must: [query], should: showOpenClauses(request.showOpenAt) } } : query;
}

/** Only a search that sorts by the score computes one: everything else is in filter context. */
function scoredQuery(request: SearchRequest, typingErrors: TypingErrors): QueryClause {
  if (!isScored(request)) return { bool: { filter: matchingClauses(request, typingErrors) } };
  return boostByPopularityAndNearness(
    { bool: { ...textQuery(request, typingErrors), filter: filterClauses(request) } },
    request.centre,
  );
}

/** The conditions of a request, for a query without a score. */
export function matchingClauses(request: SearchRequest, typingErrors: TypingErrors): QueryClause[] {
  return [...(textQuery(request, typingErrors)?.must ?? []), ...filterClauses(request)];
}

/** What the words of `q` ask for. */
function textQuery(request: SearchRequest, typingErrors: TypingErrors): SearchTextQuery | undefined {
  const words = request.term?.type === 'words' ? searchTextQuery(request.term, typingErrors) : undefined;
  return withArea(request, words, typingErrors);
}

/** Whether the order depends on how well the words of `q` match, and so on the other documents of the index. */
export function scoresWords(request: SearchRequest): request is SearchRequest & { term: WordsTerm } {
  return request.term?.type === 'words' && isSortedByRelevance(request);
}

/** Without words and without a centre, relevance is popularity, which the index has as a number. */
function isScored(request: SearchRequest): boolean {
  return scoresWords(request) || (request.centre !== undefined && isSortedByRelevance(request));
}

function isSortedByRelevance({ sort }: SearchRequest): boolean {
  return sort.length === 0 || sort.some(({ field }) => field.kind === 'relevance');
}

type FilteredRequest = Pick<SearchRequest, 'term' | 'filters' | 'hours' | keyof SearchLocation>;

/** All conditions of a request except the words of `q`. */
export function filterClauses({ term, filters, hours, ...location }: FilteredRequest): QueryClause[] {
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

/** More than the words of a text usually score, and less than a whole name. */
const AREA_BOOST = 300;

/** How far around an area is still near: a part of its radius, and metres. */
const NEAR = { radii: 1.5, min: 1000, max: 50_000 } as const;

/** The places that lie where the words of `q` say; empty if they say nothing, or only which come first. */
export function areaFilters(where: Where | undefined): QueryClause[] {
  if (!where || where.relation === 'preferred') return [];
  const { area, relation } = where;
  if (relation === 'in' || !area.centre) return [inArea(area)];
  const radius = Math.min(NEAR.max, Math.max(NEAR.min, NEAR.radii * area.radius));
  return [{ bool: { should: [inArea(area), circleFilter(area.centre, radius)], minimum_should_match: 1 } }];
}

/**
 * Adds where places must be, or which come first, to the query of the words.
 *
 * @param text the query of the words; absent if `q` only says where
 * @param typingErrors that each word may have
 */
function withArea(
  request: SearchRequest,
  text: SearchTextQuery | undefined,
  typingErrors: TypingErrors,
): SearchTextQuery | undefined {
  const { where, typedText } = request;
  if (!where) return text;
  const { must, should } = text ?? { must: [], should: [] };
  if (where.relation === 'preferred')
    return { must, should: [...should, comesFirst(where, request.term, typingErrors)] };
  const there: QueryClause = { bool: { must, filter: areaFilters(where) } };
  const ranked = where.relation === 'near' ? [...should, constantScore(inArea(where.area), AREA_BOOST)] : should;
  if (typedText === undefined) return { must: [there], should: ranked };
  return {
    must: [{ bool: { should: [there, hasAllWords(SEARCH_FIELDS.words, typedText)], minimum_should_match: 1 } }],
    should: [...ranked, ...exactNameScores(typedText)],
  };
}

/**
 * Places in the area. Names with all words come first as well, the last one unfinished: Newport Creamery in Pawtucket for
 * `newport cream`. When typing errors are allowed, only names with all the other words as typed do.
 */
function comesFirst({ area, rest }: Where, term: SearchRequest['term'], typingErrors: TypingErrors): QueryClause {
  const there = inArea(area);
  if (rest === '' || term?.type !== 'words') return constantScore(there, AREA_BOOST);
  const named =
    typingErrors > 0 ? hasAllWords(SEARCH_FIELDS.nameWords, rest) : hasAllWords(SEARCH_FIELDS.namePrefixes, term.text);
  return constantScore({ bool: { should: [there, named], minimum_should_match: 1 } }, AREA_BOOST);
}

/** Places whose address has the names of the area. */
export function inArea({ addresses }: Area): QueryClause {
  const clauses = addresses.map((address): QueryClause => {
    const parts = Object.entries(address) as [AddressPart, readonly string[]][];
    return { bool: { filter: parts.map(([part, values]) => anyValue(`address.${part}`, values)) } };
  });
  const [only] = clauses;
  return only !== undefined && clauses.length === 1 ? only : { bool: oneOf(clauses) };
}

function anyValue(field: string, values: readonly string[]): QueryClause {
  const [only] = values;
  return only !== undefined && values.length === 1
    ? { term: { [field]: { value: only } } }
    : { terms: { [field]: values } };
}

function hasAllWords(field: string, text: string): QueryClause {
  return { match: { [field]: { query: text, operator: 'and' } } };
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
 * has one `should`: the deepest one of the operands takes it, the others stay nested.
 */
function compileAnd({ filters }: AndFilter): QueryClause {
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
  // Only the words of names, not names themselves, have spaces in all scripts.
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

/** Matches places where the clause holds for at least one of the Elasticsearch fields. */
function anyField(names: readonly string[], clause: (name: string) => QueryClause): QueryClause {
  const clauses = names.map(clause);
  const [only] = clauses;
  return only !== undefined && clauses.length === 1 ? only : { bool: oneOf(clauses) };
}

function oneOf(should: QueryClause[]): BoolQuery {
  return { should, minimum_should_match: 1 };
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
function facetAggregations({ fields, limit }: FacetRequest): Record<string, Aggregation> {
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
  aggregations: Readonly<Record<string, TermsAggregation>>,
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
  /** Whether the search computes scores. Without, relevance is the popularity. */
  readonly isScored: boolean;
}

/** The sort order for Elasticsearch. The id is always the last key, so that the order is total. Missing values are last. */
function sortClauses(keys: readonly SortKey[], context: SortContext): SortClause[] {
  const clauses = keys.length === 0 ? [byRelevance('desc', context)] : keys.flatMap((key) => sortClause(key, context));
  return keys.some(({ field }) => field.name === 'id') ? clauses : [...clauses, { id: { order: 'asc' } }];
}

function byRelevance(order: SortKey['order'], { isScored }: SortContext): SortClause {
  // An index of an earlier version has no rank until `reindex`.
  return isScored ? { _score: { order } } : { [SEARCH_FIELDS.rank]: { order, unmapped_type: 'float' } };
}

function sortClause({ field, order }: SortKey, context: SortContext): SortClause[] {
  const { centre } = context;
  switch (field.kind) {
    case 'relevance':
      return [byRelevance(order, context)];
    case 'distance':
      // parseSort rejects this key without a centre.
      return centre ? [{ _geo_distance: { geo: toLatLon(centre), order, unit: 'm', distance_type: 'arc' } }] : [];
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

/** Metres from the centre at which a place has half the points for nearness. */
const NEARNESS_SCALE = 5000;

/**
 * Adds at most some points for popularity and nearness to the score of a query. One matching word of the name is worth several
 * points. Points are added, not multiplied, so that a place whose whole name is the text stays first.
 */
function boostByPopularityAndNearness(query: QueryClause, centre: GeoPoint | undefined): QueryClause {
  const functions: ScoreFunction[] = [{ field_value_factor: { field: SEARCH_FIELDS.rank, missing: 0 } }];
  if (centre) {
    functions.push({ gauss: { [SEARCH_FIELDS.point]: { origin: toLatLon(centre), scale: `${NEARNESS_SCALE}m` } } });
  }
  return { function_score: { query, functions, score_mode: 'sum', boost_mode: 'sum' } };
}
