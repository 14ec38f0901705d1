/**
 * The Elasticsearch fields that `q` and the location search. `mapping.ts` derives most of them from fields of the record
 * (sub-fields and `copy_to`); `place-document.ts` adds spellings, and fills the others.
 */
export const SEARCH_FIELDS = {
  /** Words of name, categories and address, in all their spellings: `d`, `angelo` and `dangelo`. */
  words: 'search.words',
  /** The stems of `words`, of each language of `SEARCH_LANGUAGES`. */
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
  /** The whole name as one term, folded, with its punctuation. A name such as `!!!` has no other. */
  exactName: 'name.folded',
  /** The first letters of `exactName`. */
  exactNamePrefixes: 'name.prefixes',
  /** The whole name as one term, without punctuation and with spaces instead. Only names with punctuation have it. */
  exactNames: 'search.exactNames',
  /** The first letters of `exactNames`. */
  exactNamesPrefixes: 'search.exactNames.prefixes',
  /** Popularity as one number. The order of places without words. */
  rank: 'search.rank',
  /** Each category and subcategory of the place as one key (`search-index/mapping/category-key.ts`). */
  categoryKeys: 'search.categoryKeys',
  /** The time zone of the opening hours. */
  timeZone: 'search.open.timeZone',
  /** Open in every usual week: minutes from Monday 00:00. */
  openWeek: 'search.open.week',
  /** When the usual week does not apply: minutes since 1970, on the clock of the place. */
  openExceptions: 'search.open.exceptions',
  /** Open while the usual week does not apply. */
  openDates: 'search.open.dates',
  /** The time for which the hours are known. */
  openKnown: 'search.open.known',
  /** The location as a geo_point. */
  point: 'geo',
} as const;

/** The index has prefixes of whole names up to this length. Longer texts are few enough to be looked up among all names. */
export const MAX_SHORT_PREFIX_LENGTH = 4;
