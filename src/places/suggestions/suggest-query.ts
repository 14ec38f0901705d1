import { suggestCost, suggestCountCost, totalCost } from '../body/cost.js';
import { aggregationsOf, type PlaceResponse, type Query, type TermsAggregation } from '../body/query.js';
import { countQuery } from '../body/relax.js';
import { type PlaceRecord } from '../place.js';
import { fold } from '../query/fold.js';
import { type Area } from '../query/where.js';
import { type SearchLocation } from '../query/location.js';
import { type SearchRequest } from '../query/search-request.js';
import { hasUnspacedWords, isCorrectable, typedWords, withSpaces } from '../query/words.js';
import {
  type Aggregation,
  type QueryClause,
  type SortClause,
  MAX_SHORT_PREFIX_LENGTH,
  SEARCH_FIELDS,
  constantScore,
} from '../body/clauses.js';
import { exactNamePrefixQuery, exactNameQuery, type Names } from '../body/words.js';
import { toLatLon } from '../body/location.js';
import { inArea } from '../body/roles.js';
import { filterClauses } from '../body/search-body.js';

/** A checked request for suggestions. */
export interface SuggestRequest extends SearchLocation, Pick<SearchRequest, 'filters' | 'openAt' | 'hours'> {
  /** The text that the user has typed so far. */
  readonly text: string;
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
}

/** A place in type-ahead. */
export type SuggestHit = Pick<PlaceRecord, 'id' | 'name' | 'names' | 'brand' | 'address' | 'location'>;

/** A text of more words is not corrected, to limit its cost. */
const MAX_CORRECTED_WORDS = 8;

/** Corrections to try for each word. */
const CORRECTIONS = 30;

/** One error from the fourth letter on, and never two: no text is 1,000 letters long. */
const FUZZINESS = 'AUTO:4,1000';

/** Whether words match only as typed, or with one typing error as well. */
export type Spelling = 'as typed' | 'corrected';

/** Each boost exceeds the sum of the following ones, so that the score is the order of these matches. */
const BOOSTS = { asTyped: 8, exactName: 4, exactNamePrefix: 2, firstWord: 1 } as const;

/** A further name or brand that matches as well counts a little less than the name, and more than any weaker match. */
const OTHER_NAME = 0.9;

/** The words of a text that may have a typing error. */
export function correctedWordsOf(text: string): string[] {
  const words = typedWords(text);
  return words.length <= MAX_CORRECTED_WORDS ? words.filter(isCorrectable) : [];
}

/** The places for a text. */
export function suggestQuery(request: SuggestRequest, spelling: Spelling): Query<SuggestHit[]> {
  const corrected = spelling === 'corrected' ? correctedWordsOf(request.text) : [];
  return {
    body: suggestBody(request, spelling),
    read: readSuggestHits,
    cost: totalCost(suggestCost(request, corrected)),
  };
}

function readSuggestHits({ hits }: PlaceResponse): SuggestHit[] {
  return hits.hits.flatMap(({ _source: document }): SuggestHit[] => {
    if (!document) return [];
    const { id, location } = document;
    const { name, names, brand, address } = document.original ?? document;
    return [
      {
        ...{ id, name },
        ...(names && { names }),
        ...(brand !== undefined && { brand }),
        ...(address && { address }),
        ...(location && { location }),
      },
    ];
  });
}

/** More than the number of categories and subcategories of any directory. */
const MAX_CATEGORIES = 10_000;

/** The keys of all categories that have places, the most frequent first. */
export function allCategoriesQuery(): Query<string[]> {
  return categoriesQuery({ match_all: {} }, { size: MAX_CATEGORIES }, 1);
}

/** Of some categories, the keys of those that have places within the filters and the location of a request, the most frequent first. */
export function categoriesWithinQuery(request: SuggestRequest, keys: readonly string[]): Query<string[]> {
  const query = { bool: { filter: filterClauses(request) } };
  return categoriesQuery(query, { size: keys.length, include: [...keys] }, suggestCountCost(request));
}

function categoriesQuery(
  query: QueryClause,
  terms: { size: number; include?: string[] },
  cost: number,
): Query<string[]> {
  const aggs = { categories: { terms: { field: SEARCH_FIELDS.categoryKeys, ...terms } } };
  const read = (response: PlaceResponse): string[] =>
    (aggregationsOf(response) as { categories: TermsAggregation }).categories.buckets.map(({ key }) => key);
  return { body: { query, size: 0, track_total_hits: false, aggs }, read, cost };
}

/** Folded names of cities and districts that have places. */
type AreaNames = Readonly<Record<'city' | 'district', ReadonlySet<string>>>;

/** The names of some areas that places within the conditions of a request have, whatever their state and country. */
export function areaNamesQuery(request: SuggestRequest, areas: readonly Area[]): Query<AreaNames> {
  const counts = (part: 'city' | 'district'): Record<string, Aggregation> => {
    const names = areas.flatMap(({ addresses }) => addresses.flatMap(({ [part]: values = [] }) => values.map(fold)));
    const include = [...new Set(names)];
    // An empty list would include all.
    return include.length > 0 ? { [part]: { terms: { field: `address.${part}`, size: include.length, include } } } : {};
  };
  const aggs = { ...counts('city'), ...counts('district') };
  const query = { bool: { filter: filterClauses(request) } };
  const body = { query, size: 0, track_total_hits: false, aggs };
  const read = (response: PlaceResponse): AreaNames => {
    const { city, district } = aggregationsOf(response) as { city?: TermsAggregation; district?: TermsAggregation };
    const names = (part: TermsAggregation | undefined) => new Set(part?.buckets.map(({ key }) => key));
    return { city: names(city), district: names(district) };
  };
  return { body, read, cost: suggestCountCost(request, 2) };
}

/** How many places each of some areas has within the filters and the location of a request. */
export function areaCountsQuery(request: SuggestRequest, areas: readonly Area[]): Query<number[]> {
  return countQuery(filterClauses(request), areas.map(inArea), suggestCountCost(request));
}

/**
 * The search for places where each typed word is the prefix of a word of the name, or of their other names. The index contains all prefixes, so every
 * word expands to a fixed number of terms.
 *
 * @param spelling `corrected` also finds what `as typed` finds, ranks it first, and costs twice as much
 */
export function suggestBody(request: SuggestRequest, spelling: Spelling): SuggestBody {
  const { text, centre } = request;
  const words = typedWords(text);
  const isCorrected = spelling === 'corrected' && words.length <= MAX_CORRECTED_WORDS;
  const boosts = [
    boost((names) => exactNameQuery(text, names), BOOSTS.exactName),
    boost((names) => exactNamePrefixQuery(text, names), BOOSTS.exactNamePrefix),
  ];
  // A single word as typed is the whole text.
  if (words.length > 1 || isCorrected)
    boosts.push(boost((names) => firstWordQuery(words[0] ?? text, isCorrected, names), BOOSTS.firstWord));
  if (isCorrected) boosts.push(boost((names) => prefixesQuery(words, false, names), BOOSTS.asTyped));
  const ofNames = KINDS_OF_NAMES.map((names) => prefixesOrWordsQuery(text, isCorrected, names));
  return {
    query: {
      bool: {
        filter: [...filterClauses(request), { bool: { should: ofNames, minimum_should_match: 1 } }],
        should: boosts,
      },
    },
    sort: [
      { _score: { order: 'desc' } },
      centre
        ? { _geo_distance: { geo: toLatLon(centre), order: 'asc', unit: 'm', distance_type: 'arc' } }
        : { 'statistics.pageviews': { order: 'desc', missing: '_last' } },
      { id: { order: 'asc' } },
    ],
    size: request.rows,
    track_total_hits: false,
    _source: [...SHOWN, ...['name', 'names', 'brand', 'address'].map((member) => `original.${member}`)],
  };
}

/** The members of a place that suggestions show or compare with the text. */
const SHOWN = ['id', 'name', 'names', 'brand', 'address', 'location'];

const KINDS_OF_NAMES = ['name', 'other names'] as const;

const PREFIXES = { name: SEARCH_FIELDS.namePrefixes, 'other names': SEARCH_FIELDS.otherNamePrefixes } as const;

/** In a script without spaces, the text is the prefix of a name, or each of its words is a prefix. */
function prefixesOrWordsQuery(text: string, isCorrected: boolean, names: Names): QueryClause {
  const asTyped = prefixesQuery(typedWords(text), isCorrected, names);
  if (!hasUnspacedWords(text)) return asTyped;
  const spaced = prefixesQuery(typedWords(withSpaces(text)), false, names);
  return { bool: { should: [asTyped, spaced], minimum_should_match: 1 } };
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
    const fuzzy = { fuzziness: FUZZINESS, max_expansions: CORRECTIONS };
    filter.push({ match: { [field]: { query: corrected, operator: 'and', ...fuzzy } } });
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
  return { match: { [FIRST_LETTERS[names]]: { query, fuzziness: FUZZINESS, max_expansions: CORRECTIONS } } };
}

/** Scores the name, or else the other names. */
function boost(queryOf: (names: Names) => QueryClause, value: number): QueryClause {
  const queries = [
    constantScore(queryOf('name'), value),
    constantScore(queryOf('other names'), Number((value * OTHER_NAME).toFixed(1))),
  ];
  return { dis_max: { queries } };
}
