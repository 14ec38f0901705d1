/**
 * The Elasticsearch fields that `q` and the location search. `mapping.ts` derives most of them from fields of the
 * record (sub-fields and `copy_to`); `place-document.ts` fills the others. "Without punctuation" turns `D'Angelo` into `dangelo`, "split on punctuation" into `d angelo`.
 */
export const SEARCH_FIELDS = {
  /** Words of the name, lower-cased but with their accents. */
  nameWithAccents: 'name.with_accents',
  /** Folded words of the name, symbols such as emoji included. */
  nameWords: 'name',
  nameWithoutPunctuation: 'name.without_punctuation',
  nameSplitOnPunctuation: 'name.split_on_punctuation',
  /**
   * Words of both spellings, `dangelo d angelo`: one field for prefixes and corrections, which are expensive. A searched word
   * is analyzed as in `nameWithoutPunctuation`.
   */
  nameSpellingWords: 'search.nameSpellings.words',
  /** All prefixes of the words in `nameSpellings`. */
  nameSpellingPrefixes: 'search.nameSpellings',
  /** The whole name as one term, without punctuation. */
  exactName: 'name.exact',
  /** All prefixes of `exactName`. */
  exactNamePrefixes: 'name.exact_prefixes',
  /** The whole name as one term, in each spelling. Only names with punctuation inside words have it. */
  exactNameSpellings: 'search.exactNames',
  /** All prefixes of `exactNameSpellings`. */
  exactNameSpellingPrefixes: 'search.exactNames.prefixes',
  /** The whole name as one term, folded, with its punctuation. A name such as `!!!` has no other. */
  exactNameWithPunctuation: 'name.folded',
  /** Words of the names of categories and subcategories. */
  categoriesWithoutPunctuation: 'search.categories',
  categoriesSplitOnPunctuation: 'search.categories.split_on_punctuation',
  /** Each category and subcategory of the place as one key (`search-index/mapping/category-key.ts`). */
  categoryKeys: 'search.categoryKeys',
  /** Words of the address. */
  addressWithoutPunctuation: 'search.address',
  addressSplitOnPunctuation: 'search.address.split_on_punctuation',
  /** The location as a geo_point. */
  point: 'geo',
} as const;
