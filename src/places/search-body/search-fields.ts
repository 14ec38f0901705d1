/**
 * The Elasticsearch fields that `q` and the location search. `place-document.ts` fills them; only `name.folded` is derived
 * from a field of the record.
 */
export const SEARCH_FIELDS = {
  /** Words of name, categories and address, in all their spellings: `d`, `angelo` and `dangelo`. */
  words: 'search.words',
  /** Words of the name, in all their spellings. */
  nameWords: 'search.name',
  /** All prefixes of `nameWords`. */
  namePrefixes: 'search.name.prefixes',
  /** The whole name as one term, with its punctuation removed and replaced by spaces. */
  exactName: 'search.exactName',
  /** The first letters of `exactName`. */
  exactNamePrefixes: 'search.exactName.prefixes',
  /** The whole name as one term, folded, with its punctuation. A name such as `!!!` has no other. */
  exactNameWithPunctuation: 'name.folded',
  /** Folded words of the name, symbols such as emoji included. */
  nameSymbols: 'name',
  /** Popularity as one number. The order of places without words. */
  rank: 'search.rank',
  /** Each category and subcategory of the place as one key (`search-index/mapping/category-key.ts`). */
  categoryKeys: 'search.categoryKeys',
  /** The location as a geo_point. */
  point: 'geo',
} as const;

/** `exactNamePrefixes` has prefixes up to this length. Longer texts are few enough to be looked up among all names. */
export const MAX_SHORT_PREFIX_LENGTH = 4;
