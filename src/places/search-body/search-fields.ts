/**
 * The Elasticsearch fields that `q` and the location look in. They are made from the fields of the catalogue by the
 * mapping and are no fields of the record.
 */
export const SEARCH_FIELDS = {
  /** Words of the name as written but for case. */
  exactName: 'name.exact',
  /** Words of the name without accents, and without the punctuation inside them: `dangelo`. */
  joinedName: 'name.joined',
  /** Words of the name without accents, parted at punctuation: `d angelo`. */
  partedName: 'name.parted',
  /**
   * The words of both, `dangelo d angelo`, so that a beginning or a correction, which are dear, is looked for but once.
   * What is looked for is read as in `joinedName`.
   */
  nameWords: 'search.names.words',
  /** The whole name as one text, without accents and punctuation. */
  wholeName: 'name.whole',
  /** The same of a name with punctuation inside words, parted there and in its other spellings: `d angelo`. */
  partedWholeName: 'search.wholeNames',
  /** The whole name as it was written but for case and accents, which is all there is of a name of signs: `!!!`. */
  writtenName: 'name.folded',
  /** Words of the name without accents, pictures among them. */
  foldedName: 'name',
  /** Every beginning of every word of the name, as `joinedName` and `partedName` have its words. */
  beginnings: 'search.names',
  /** Every beginning of the name as one text. */
  wholeBeginnings: 'name.wholeBeginnings',
  /** The same of `partedWholeName`. */
  partedWholeBeginnings: 'search.wholeNames.beginnings',
  /** Words of the names of categories and subcategories, as `joinedName` has those of the name. */
  joinedCategories: 'search.categories',
  /** The same parted at punctuation: `drive in`. */
  partedCategories: 'search.categories.parted',
  /** Each category and subcategory of the place as one key (`category-key.ts`). */
  categoryKeys: 'search.categoryKeys',
  /** Words of the address, likewise. */
  joinedAddress: 'search.address',
  partedAddress: 'search.address.parted',
  /** The location as a point. */
  point: 'geo',
} as const;
