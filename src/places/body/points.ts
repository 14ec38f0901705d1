/**
 * The points of places in a search by words, from the most to the least. A place has the sum of its points, and the order is by it. What
 * a part of a search scores beside others is in `role-scores.ts` (roles of words, names) and `words-query.ts` (each word).
 */
export const POINTS = {
  /** The whole name is the text. More than the words of a text can score together. */
  exactName: 1000,
  /** A further name or the brand is the text: after places whose name is the text, before all others. */
  exactOtherName: 900,
  /**
   * The place is at the point near which places are asked for, and half of the points a thousand kilometres away. Between the other end
   * of a country and the next continent, more than a sure kind scores beside an unsure one.
   */
  nearAcrossCountries: 500,
  /** The name is a long part of `q`, for names that are like `q`. */
  longSimilarName: 500,
  /** The place matches all roles, or is in the area that words name. More than words usually score, and less than a whole name. */
  roles: 300,
  /** The name has all words but one, for names that are like `q`. */
  nameButOneWord: 300,
  /** The place is at the point near which places are asked for. Half of the points some streets away: see `NEARNESS`. */
  nearest: 200,
  /** The same, but half of the points in the next city. */
  nearInRegion: 200,
  /** The name is a short part of `q`, for names that are like `q`. */
  shortSimilarName: 100,
  /** The place is on the street that the words name (`harbour st`), or its name has all words of the street. */
  street: 100,
  /** A house number within some houses of the number in `q`. */
  nearHouseNumber: 50,
  /** A category says the kind. More than a name that says it and has all words of `q`: for `bank`, before a pub called The Old Bank. */
  category: 40,
  /** The address names the district, where few addresses do. */
  district: 30,
  /** A house number on the same part of the street. */
  farHouseNumber: 20,
  /** The name says the kind. More than a category of several kinds: for a hairdresser, `Hair Design` comes before a beauty salon. */
  kindInName: 18,
  /** The name has all words of `q`. */
  allInName: 15,
  /** The name has a word that starts with the last word. An unfinished word counts almost as much as a whole one. */
  prefix: 5,
  /** The name writes a word as two: as many points as for an unfinished word. */
  splitWord: 5,
  otherNamePrefix: 4,
  /** For each word of the name, times its weight by BM25. A word also scores for being anywhere in the place, once. */
  nameWord: 4,
  /** A category of several kinds may say the kind. */
  mixedCategory: 3,
  /** The whole name starts with a short text. */
  shortNamePrefix: 3,
  otherNameWord: 2,
  /** For each word that a synonym in the name stands for. */
  nameSynonym: 1,
  /** For a word of the name with a typing error, times its weight. */
  correctedWord: 0.9,
  /** For the stems of a word of several tokens, which is also searched as a phrase. */
  stemNextToPhrase: 0.3,
  /** The name has all words of the area that is all of `q`. Less than any difference in visits. */
  areaInName: 0.01,
} as const;
