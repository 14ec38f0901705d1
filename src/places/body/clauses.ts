/** The part of Elasticsearch's query DSL that place search uses. It has no scripts. */
export type QueryClause =
  | { bool: BoolQuery }
  | { constant_score: { filter: QueryClause; boost?: number; _name?: string } }
  | { dis_max: { queries: QueryClause[] } }
  | { distance_feature: { field: string; origin: LatLon; pivot: string; boost?: number } }
  | { exists: { field: string } }
  | { function_score: FunctionScoreQuery }
  | { geo_bounding_box: Record<string, GeoBounds> }
  | { geo_distance: GeoDistanceQuery }
  | { geo_shape: Record<string, { shape: Shape; relation: 'intersects' }> }
  | { match: Record<string, MatchQuery> }
  | { match_all: { boost?: number } }
  | { match_bool_prefix: Record<string, MatchQuery> }
  | { match_none: Record<string, never> }
  | { match_phrase: Record<string, { query: string; analyzer?: string; boost?: number }> }
  | { prefix: Record<string, { value: string }> }
  | { range: Record<string, NumberRange> }
  | { regexp: Record<string, { value: string }> }
  | { terms: Record<string, readonly string[]> }
  | { term: Record<string, { value: string | number; boost?: number }> };

export interface BoolQuery {
  must?: QueryClause[];
  filter?: QueryClause[];
  should?: QueryClause[];
  must_not?: QueryClause[];
  minimum_should_match?: number;
}

export interface MatchQuery {
  query: string;
  analyzer?: string;
  operator?: 'and' | 'or';
  minimum_should_match?: string;
  fuzziness?: string | number;
  max_expansions?: number;
  boost?: number;
}

export interface NumberRange {
  gt?: number;
  gte?: number;
  lt?: number;
  lte?: number;
}

export interface LatLon {
  lat: number;
  lon: number;
}

export interface GeoBounds {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

/** A shape in GeoJSON, or Elasticsearch's circle or envelope. Positions are longitude and latitude. */
export type Shape =
  | { type: 'polygon'; coordinates: [longitude: number, latitude: number][][] }
  | { type: 'circle'; coordinates: [longitude: number, latitude: number]; radius: string }
  | { type: 'envelope'; coordinates: [longitude: number, latitude: number][] }
  | { type: 'geometrycollection'; geometries: Shape[] };

// Elasticsearch takes the field's name as a member beside `distance`. A type alias, because the client's type asks for an
// index signature, which an interface does not have.
// oxlint-disable-next-line typescript/consistent-type-definitions
type GeoDistanceQuery = {
  distance: string;
  distance_type: 'arc';
  geo: LatLon;
};

interface FunctionScoreQuery {
  query: QueryClause;
  functions: ScoreFunction[];
  score_mode: 'sum';
  boost_mode: 'sum';
}

/** A decay function (`gauss`, `exp`) has a filter: a place without the field would have all of its points. */
export type ScoreFunction =
  | { field_value_factor: { field: string; missing: number } }
  | { gauss: Record<string, { origin: LatLon; scale: string }>; filter: QueryClause }
  | {
      exp: Record<string, { origin: number; scale: number } | { origin: LatLon; scale: string }>;
      filter: QueryClause;
      weight: number;
    };

/** Counts the places for each value of a field. */
export interface Aggregation {
  terms: TermsAggregation;
}

interface TermsAggregation {
  field: string;
  size: number;
  shard_size?: number;
  /** The values to count; absent, all. */
  include?: string[];
  order?: ({ _count: 'desc' } | { _key: 'asc' })[];
  min_doc_count?: number;
}

export type SortClause =
  | { _score: { order: SortOrder } }
  | { _geo_distance: { geo: LatLon; order: 'asc'; unit: 'm'; distance_type: 'arc' } }
  | Record<string, { order: SortOrder; missing?: '_last'; unmapped_type?: 'float' }>;

type SortOrder = 'asc' | 'desc';
/**
 * The Elasticsearch fields that `q` and the location search. `mapping.ts` derives most of them from fields of the record (sub-fields
 * and `copy_to`). `document.ts` adds spellings, and fills all other fields.
 */
export const SEARCH_FIELDS = {
  /** Words of name, categories and address, in all their spellings: `d`, `angelo` and `dangelo`. */
  words: 'search.words',
  /** The stems of `words`, of each language of the index. */
  wordStems: 'search.words.stems',
  /** Words of the name, in all their spellings. */
  nameWords: 'search.name',
  /** The stems of `nameWords`. */
  nameStems: 'search.name.stems',
  /** All prefixes of `nameWords`. */
  namePrefixes: 'search.name.prefixes',
  /** Words of the name with the punctuation inside, `d'angelo`, and symbols such as emoji. */
  nameWithPunctuation: 'name',
  /** Each two neighbouring words of the name as one: `riteaid`. */
  namePairs: 'name.pairs',
  /** The whole name as one term, folded, with its punctuation. A name without words, such as `!!!`, has only this field. */
  exactName: 'name.folded',
  /** The first letters of `exactName`. */
  exactNamePrefixes: 'name.prefixes',
  /** The whole name as one term, in two forms: without punctuation, and with spaces instead of it. Only for names with punctuation. */
  exactNameWithoutPunctuation: 'search.exactNames',
  /** The first letters of `exactNameWithoutPunctuation`. */
  exactNameWithoutPunctuationPrefixes: 'search.exactNames.prefixes',
  /** Words of the further names and the brand, in all their spellings. */
  otherNameWords: 'search.otherNames',
  /** All prefixes of `otherNameWords`. */
  otherNamePrefixes: 'search.otherNames.prefixes',
  /** Each further name and the brand as one term, in three forms: as written, without punctuation, and with spaces instead of it. */
  exactOtherNames: 'search.exactOtherNames',
  /** The first letters of `exactOtherNames`. */
  exactOtherNamesPrefixes: 'search.exactOtherNames.prefixes',
  /** A number that equal names share (`search-index/document.ts`). */
  nameNumber: 'search.nameNumber',
  /** Popularity, 0 to about 1. The order of places without words. */
  popularity: 'search.rank',
  /** Each category and subcategory of the place as one key (`search-index/document.ts`). */
  categoryKeys: 'search.categoryKeys',
  /** The areas that the place lies in (`areas/area-ids.ts`). */
  areas: 'areas.id',
  /** The narrowest of `kinds`. Doc values are sorted, so those of `kinds` do not tell it. */
  narrowestKind: 'search.narrowestKind',
  /** The kinds of the place, by how much speaks for them (`kinds/place-kinds.ts`). */
  sureKinds: 'search.kinds.sure',
  namedKinds: 'search.kinds.named',
  likelyKinds: 'search.kinds.likely',
  weakKinds: 'search.kinds.weak',
  /** The time zone of the opening hours. */
  timeZone: 'search.open.timeZone',
  /** When the place is open in a usual week: minutes from Monday 00:00. */
  openWeek: 'search.open.week',
  /** When the usual week does not apply: minutes since 1970, on the clock of the place. */
  openExceptions: 'search.open.exceptions',
  /** When the place is open while the usual week does not apply. */
  openDates: 'search.open.dates',
  /** The time for which the hours are known. */
  openKnown: 'search.open.known',
  /** The words of the street. */
  street: 'search.street',
  /** The house number, without letters. */
  houseNumber: 'search.houseNumber',
  /** The location as a geo_point. */
  point: 'geo',
} as const;

/** The index has prefixes of whole names up to this length. Longer texts begin so few names that they can be looked up among all names. */
export const MAX_SHORT_PREFIX_LENGTH = 4;

export function oneOf(should: QueryClause[]): BoolQuery {
  return { should, minimum_should_match: 1 };
}

/** Matches places that match at least one of the clauses. */
export function anyOf(clauses: readonly QueryClause[]): QueryClause {
  const [only] = clauses;
  return only !== undefined && clauses.length === 1 ? only : { bool: oneOf([...clauses]) };
}

/** Matches places where the clause holds for at least one of the Elasticsearch fields. */
export function anyField(names: readonly string[], clause: (name: string) => QueryClause): QueryClause {
  return anyOf(names.map(clause));
}

export function hasAllWords(field: string, text: string, options: Partial<MatchQuery> = {}): QueryClause {
  return { match: { [field]: { query: text, operator: 'and', ...options } } };
}

export function constantScore(filter: QueryClause, boost: number): QueryClause {
  return { constant_score: { filter, boost } };
}
