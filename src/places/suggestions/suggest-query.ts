import { suggestCost, suggestCountCost, totalCost } from '../body/cost.js';
import {
  aggregationsOf,
  type PlaceResponse,
  type ElasticsearchQuery,
  type TermsAggregationResult,
} from '../body/elasticsearch-query.js';
import { type PlaceAddress, type PlaceRecord } from '../place.js';
import { type KindDefinition } from '../words/catalogues.js';
import { fold } from '../words/fold.js';
import { type GeoPoint } from '../query/geometry.js';
import { type SearchLocation } from '../query/location.js';
import { type SearchRequest } from '../query/search-request.js';
import { hasUnspacedWords, isCorrectable, nameKey, splitAtSpaces, withSpaces } from '../words/words.js';
import {
  type Aggregation,
  type BoolQuery,
  type QueryClause,
  type ScoreFunction,
  type SortClause,
  MAX_SHORT_PREFIX_LENGTH,
  SEARCH_FIELDS,
  anyOf,
  constantScore,
} from '../body/clauses.js';
import { exactNamePrefixQuery, exactNameQuery, type Names } from '../body/exact-names.js';
import { toLatLon } from '../body/location-filters.js';
import { inArea, ofKinds } from '../body/role-filters.js';
import { filterClauses } from '../body/search-body.js';
import { nameNumber } from '../search-index/document.js';
import { type NameInArea } from './typed-areas.js';

/** A checked request for suggestions. */
export interface SuggestRequest extends SearchLocation, Pick<SearchRequest, 'filters' | 'openAt' | 'openFilter'> {
  /** The text that the user has typed so far. */
  readonly text: string;
  /** The text as the name of a place and the area that the place is in. */
  readonly inAreas?: readonly NameInArea[];
  /** The kind that the text names. */
  readonly kind?: KindDefinition;
  /** 1 to 20. */
  readonly rows: number;
}

/** The body of the search for places. */
interface SuggestBody {
  query: QueryClause;
  sort: SortClause[];
  size: number;
  track_total_hits: false;
  _source: string[];
  collapse: { field: string };
  aggs?: Record<string, Aggregation>;
}

/** A place in type-ahead, the first of those with its name. */
export interface SuggestHit extends Pick<PlaceRecord, 'id' | 'name' | 'names' | 'brand' | 'address' | 'location'> {
  /** The number of places with its name that match. */
  readonly places: number;
}

/** A street or a postcode that the text starts. */
export interface StreetHit {
  readonly type: 'street' | 'postcode';
  readonly name: string;
  /** Of a place there. */
  readonly address: PlaceAddress;
}

/** What a text finds. */
export interface SuggestHits {
  /** At most one for each name. */
  readonly places: readonly SuggestHit[];
  /** Each once for each city. */
  readonly streets: readonly StreetHit[];
}

/** Names that differ in punctuation are one suggestion, so more of them are read. */
const READ_MORE = 5;

/** A shorter text matches so many places that those of a name are not counted. */
const MIN_COUNTED_LETTERS = 3;

/** Names of several places that match the text: those with the most places. */
const MAX_COUNTED_NAMES = 100;

/** They are counted among all places that match. */
const COUNT_COST = 0.5;

/** A text of more words is not corrected, to limit its cost. */
const MAX_CORRECTED_WORDS = 8;

/** Corrections to try for each word. */
const CORRECTIONS = 30;

/** One error from the fourth letter on, and never two: no text is 1,000 letters long. Few errors are in the first letter: `king` is not Ring. */
const FUZZY = { fuzziness: 'AUTO:4,1000', max_expansions: CORRECTIONS, prefix_length: 1 } as const;

/** Whether words match only as typed, or with one typing error as well. */
export type Spelling = 'as typed' | 'corrected';

/** A name that is the text also starts with it. With a centre, how near a place is counts more than all but the first. Popularity counts at most 1. */
const BOOSTS = { allWordsInName: 16, exactName: 2, exactNamePrefix: 1.5, firstWord: 0.5 } as const;

/** For a place of the kind that the text names: more than for a name that starts with it; both are less than a name that is the text. */
const OF_KIND = 1.8;

/** Points for a place at the centre. It has half of them at so many metres. */
const NEARNESS = { weight: 5, scale: 5000 } as const;

/** A further name or brand that matches as well counts a little less than the name, and more than any weaker match. */
const OTHER_NAME = 0.9;

/** The words of a text that may have a typing error. */
export function correctedWordsOf(text: string): string[] {
  const words = splitAtSpaces(text);
  return words.length <= MAX_CORRECTED_WORDS ? words.filter(isCorrectable) : [];
}

/** The places for a text, and as typed the streets and postcodes. */
export function suggestQuery(request: SuggestRequest, spelling: Spelling): ElasticsearchQuery<SuggestHits> {
  const texts = typedNamesOf(request).map(({ text }) => text);
  const corrected = spelling === 'corrected' ? texts.flatMap(correctedWordsOf) : [];
  const body = suggestBody(request, spelling);
  const cost = totalCost(suggestCost(request, corrected)) + (body.aggs ? COUNT_COST : 0);
  return { body, read: (response) => readSuggestHits(request, spelling, response), cost };
}

/** A text as words of a name, and maybe the areas that its other words mean. */
interface TypedName {
  readonly text: string;
  /** The ids of the areas. */
  readonly where?: readonly string[];
}

/** The whole text as a name, then without the words of areas. */
function typedNamesOf({ text, inAreas = [] }: SuggestRequest): TypedName[] {
  return [{ text }, ...inAreas.map(({ name, areas }) => ({ text: name, where: areas }))];
}

function readSuggestHits(request: SuggestRequest, spelling: Spelling, response: PlaceResponse): SuggestHits {
  const hasStreets = streetClauses(request, spelling).length > 0;
  const counts = countsOf(response);
  const places = new Map<string, SuggestHit>();
  const streets = new Map<string, StreetHit>();
  for (const { _source: document, sort: [score] = [] } of response.hits.hits) {
    if (!document) continue;
    const street = hasStreets && streetOf(document, typedNamesOf(request));
    if (street) {
      const { city = '', state = '' } = street.address;
      const key = [street.type, street.name, city, state].map(fold).join('\n');
      if (!streets.has(key)) streets.set(key, street);
    }
    const key = nameKey(document.name);
    if ((hasStreets && Number(score) < NAMED) || places.has(key)) continue;
    const { id, location } = document;
    const { name, names, brand, address } = document.original ?? document;
    places.set(key, {
      ...{ id, name, places: counts.get(nameNumber(key)) ?? 1 },
      ...(names && { names }),
      ...(brand !== undefined && { brand }),
      ...(address && { address }),
      ...(location && { location }),
    });
  }
  return { places: [...places.values()], streets: [...streets.values()] };
}

/** The street of a place, or its postcode, that starts with one of the texts. */
function streetOf(
  { address = {} }: Pick<PlaceRecord, 'address'>,
  typedNames: readonly TypedName[],
): StreetHit | undefined {
  const typed = typedNames.map(({ text }) => fold(text));
  const isTyped = (name: string): boolean => typed.some((text) => fold(name).startsWith(text));
  const { street = '', zipcode = '' } = address;
  if (isTyped(street)) return { type: 'street', name: street, address };
  return isTyped(zipcode) ? { type: 'postcode', name: zipcode, address } : undefined;
}

/** Names that several places have, by their numbers, and how many have them. */
function countsOf(response: PlaceResponse<{ sameName?: TermsAggregationResult<number> }>): ReadonlyMap<number, number> {
  const { sameName } = aggregationsOf(response);
  return new Map(sameName?.buckets.map(({ key, doc_count: count }) => [key, count]));
}

/** More than the number of categories and subcategories of any directory. */
const MAX_CATEGORIES = 10_000;

/** The keys of all categories that have places, the most frequent first. */
export function allCategoriesQuery(): ElasticsearchQuery<string[]> {
  const aggs = { categories: { terms: { field: SEARCH_FIELDS.categoryKeys, size: MAX_CATEGORIES } } };
  const read = (response: PlaceResponse<{ categories: TermsAggregationResult }>): string[] =>
    aggregationsOf(response).categories.buckets.map(({ key }) => key);
  return { body: { query: { match_all: {} }, size: 0, track_total_hits: false, aggs }, read, cost: 1 };
}

/** What has places within the filters and the location of a request. */
interface Within {
  /** The keys of categories, the most frequent first. */
  readonly categories: readonly string[];
  /** The ids of areas. */
  readonly areas: ReadonlySet<string>;
}

/** Of some categories and areas, those that have places within the filters and the location of a request. */
export function withinQuery(
  request: SuggestRequest,
  categories: readonly string[],
  areas: readonly string[],
): ElasticsearchQuery<Within> {
  const countOf = (field: string, values: readonly string[]) => ({
    terms: { field, size: Math.max(1, values.length), include: [...values] },
  });
  const aggs = {
    categories: countOf(SEARCH_FIELDS.categoryKeys, categories),
    areas: countOf(SEARCH_FIELDS.areas, areas),
  };
  const query = { bool: { filter: filterClauses(request) } };
  const read = (response: PlaceResponse<Record<keyof Within, TermsAggregationResult>>): Within => {
    const [inCategories, inAreas] = (['categories', 'areas'] as const).map((name) =>
      aggregationsOf(response)[name].buckets.map(({ key }) => key),
    );
    return { categories: inCategories ?? [], areas: new Set(inAreas) };
  };
  return { body: { query, size: 0, track_total_hits: false, aggs }, read, cost: suggestCountCost(request, 2) };
}

/**
 * The search for places where each typed word is the prefix of a word of the name, or of their other names. The index contains all prefixes, so every
 * word expands to a fixed number of terms.
 *
 * @param spelling `corrected` also finds what `as typed` finds, and costs twice as much
 */
export function suggestBody(request: SuggestRequest, spelling: Spelling): SuggestBody {
  const { text, centre, rows } = request;
  const queries = typedNamesOf(request).map((name) => typedNameQuery(name, request, spelling));
  const matching = withStreets(kindFirst(bestOf(queries), request), streetClauses(request, spelling));
  const query = { bool: { ...matching, filter: [...filterClauses(request), ...(matching.filter ?? [])] } };
  const isCounted = Array.from(text).length >= MIN_COUNTED_LETTERS;
  return {
    query: centre ? nearestFirst(query, centre) : query,
    sort: [
      { _score: { order: 'desc' } },
      centre
        ? { _geo_distance: { geo: toLatLon(centre), order: 'asc', unit: 'm', distance_type: 'arc' } }
        : { 'statistics.pageviews': { order: 'desc', missing: '_last' } },
      { id: { order: 'asc' } },
    ],
    size: rows + READ_MORE,
    track_total_hits: false,
    _source: [...SHOWN, ...['name', 'names', 'brand', 'address'].map((member) => `original.${member}`)],
    collapse: { field: SEARCH_FIELDS.exactName },
    ...(isCounted && { aggs: { sameName: { terms: SAME_NAME } } }),
  };
}

/** The score of the one that matches best. */
function bestOf(queries: readonly BoolQuery[]): BoolQuery {
  const [only] = queries;
  if (only && queries.length === 1) return only;
  return { must: [{ dis_max: { queries: queries.map((bool) => ({ bool })) } }] };
}

/** Adds points for places of the kind that the text names: for `park`, parks come before car parks. */
function kindFirst(named: BoolQuery, { kind, inAreas = [] }: SuggestRequest): BoolQuery {
  if (!kind || inAreas.length > 0) return named;
  const ofKind = [SEARCH_FIELDS.sureKinds, SEARCH_FIELDS.likelyKinds].map((field) => ofKinds(field, kind.ids));
  return { must: [{ bool: named }], should: [constantScore(anyOf(ofKind), OF_KIND)] };
}

/** More than any score: a place that only the street finds comes after all that the name finds. */
const NAMED = 100;

/** Adds places in the streets and with the postcodes that the text starts, after all that have the name. */
function withStreets(named: BoolQuery, streets: QueryClause[]): BoolQuery {
  if (streets.length === 0) return named;
  const ranked = { bool: { must: [constantScore({ match_all: {} }, NAMED), { bool: named }] } };
  return { should: [ranked, { bool: { filter: [anyOf(streets)] } }], minimum_should_match: 1 };
}

/** Fewer letters start too many streets. */
const MIN_STREET_LETTERS = 4;

const DIGIT = /\p{Nd}/u;

/** Matches places in streets, or with postcodes, that a text as typed starts. */
function streetClauses(request: SuggestRequest, spelling: Spelling): QueryClause[] {
  if (spelling === 'corrected') return [];
  return typedNamesOf(request).flatMap(({ text, where }): QueryClause[] => {
    if (Array.from(text).length < MIN_STREET_LETTERS) return [];
    const members = DIGIT.test(text) ? ['address.street', 'address.zipcode'] : ['address.street'];
    const starts = anyOf(members.map((member) => ({ prefix: { [member]: { value: text } } })));
    return [where ? { bool: { filter: [starts, inArea({ ids: where })] } } : starts];
  });
}

/** Names of several places. */
const SAME_NAME = { field: SEARCH_FIELDS.nameNumber, size: MAX_COUNTED_NAMES, min_doc_count: 2 } as const;

/** The members of a place that suggestions show or compare with the text. */
const SHOWN = ['id', 'name', 'names', 'brand', 'address', 'location'];

const KINDS_OF_NAMES = ['name', 'other names'] as const;

const PREFIXES = { name: SEARCH_FIELDS.namePrefixes, 'other names': SEARCH_FIELDS.otherNamePrefixes } as const;

/** Matches if a name has all words of the text, and the place is in one of the areas. Its score says how well. */
function typedNameQuery({ text, where }: TypedName, request: SuggestRequest, spelling: Spelling): BoolQuery {
  const words = splitAtSpaces(text);
  const mayBeCorrected = spelling === 'corrected' && splitAtSpaces(request.text).length <= MAX_CORRECTED_WORDS;
  const ofNames = (isCorrected: boolean) =>
    KINDS_OF_NAMES.map((names) => prefixesOrWordsQuery(text, isCorrected, names));
  const should = [
    boost((names) => exactNameQuery(text, names), BOOSTS.exactName),
    boost((names) => exactNamePrefixQuery(text, names), BOOSTS.exactNamePrefix),
  ];
  // A single word as typed is the whole text.
  if (words.length > 1 || mayBeCorrected)
    should.push(boost((names) => firstWordQuery(words[0] ?? text, mayBeCorrected, names), BOOSTS.firstWord));
  if (where) return { filter: [anyOf(ofNames(mayBeCorrected)), inArea({ ids: where })], should };
  if (request.inAreas?.length) should.push(constantScore(anyOf(ofNames(false)), BOOSTS.allWordsInName));
  return { filter: [anyOf(ofNames(mayBeCorrected))], should };
}

/** Adds points for nearness and popularity. */
function nearestFirst(query: QueryClause, centre: GeoPoint): QueryClause {
  const { weight, scale } = NEARNESS;
  const functions: ScoreFunction[] = [
    { field_value_factor: { field: SEARCH_FIELDS.popularity, missing: 0 } },
    {
      filter: { exists: { field: SEARCH_FIELDS.point } },
      exp: { [SEARCH_FIELDS.point]: { origin: toLatLon(centre), scale: `${scale}m` } },
      weight,
    },
  ];
  return { function_score: { query, functions, score_mode: 'sum', boost_mode: 'sum' } };
}

/** In a script without spaces, the text is the prefix of a name, or each of its words is a prefix. */
function prefixesOrWordsQuery(text: string, isCorrected: boolean, names: Names): QueryClause {
  const asTyped = prefixesQuery(splitAtSpaces(text), isCorrected, names);
  if (!hasUnspacedWords(text)) return asTyped;
  return anyOf([asTyped, prefixesQuery(splitAtSpaces(withSpaces(text)), false, names)]);
}

/** Matches if every word is a prefix of a word of these names, with one typing error if `isCorrected`. */
function prefixesQuery(words: readonly string[], isCorrected: boolean, names: Names): QueryClause {
  const field = PREFIXES[names];
  const mayDiffer = (word: string): boolean => isCorrected && isCorrectable(word);
  const literal = words.filter((word) => !mayDiffer(word)).join(' ');
  const corrected = words.filter(mayDiffer).join(' ');
  const filter: QueryClause[] = [];
  if (literal !== '') filter.push({ match: { [field]: { query: literal, operator: 'and' } } });
  if (corrected !== '') {
    filter.push({ match: { [field]: { query: corrected, operator: 'and', ...FUZZY } } });
  }
  return { bool: { filter } };
}

const FIRST_LETTERS = {
  name: SEARCH_FIELDS.exactNamePrefixes,
  'other names': SEARCH_FIELDS.exactOtherNamesPrefixes,
} as const;

/** Matches if a name starts with the word; with a typing error, if it starts with about the first letters of the word. */
function firstWordQuery(word: string, isCorrected: boolean, names: Names): QueryClause {
  if (!isCorrected || !isCorrectable(word)) return exactNamePrefixQuery(word, names);
  const query = Array.from(word).slice(0, MAX_SHORT_PREFIX_LENGTH).join('');
  return { match: { [FIRST_LETTERS[names]]: { query, ...FUZZY } } };
}

/** Scores the name, or else the other names. */
function boost(queryOf: (names: Names) => QueryClause, value: number): QueryClause {
  const queries = [
    constantScore(queryOf('name'), value),
    constantScore(queryOf('other names'), Number((value * OTHER_NAME).toFixed(2))),
  ];
  return { dis_max: { queries } };
}
