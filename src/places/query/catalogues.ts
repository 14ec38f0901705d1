import { type AreaNames } from './where.js';

/** Ids of categories and subcategories of the data. */
export interface CategoryIds {
  readonly categories: readonly string[];
  readonly subcategories: readonly string[];
}

/** A place is of a kind by one of its categories, by the kind of its brand, or by words of its name. */
export interface KindDefinition extends CategoryIds {
  /** A preset of OpenStreetMap's editors: `amenity/dentist`. */
  readonly id: string;
  /** The kind and all narrower kinds. */
  readonly idsWithNarrower: readonly string[];
  /** The part of `categories` and `subcategories` whose places are mostly of other kinds: `Animal Services` for vets. */
  readonly mixed: CategoryIds;
  /** Categories of no known kind that have a word for the kind in their name: `Padaria Artesanal`. */
  readonly likelyCategories: CategoryIds;
  /** Kinds of brands that count: this kind and kinds that people take for the same. */
  readonly brandKinds: readonly string[];
  /** In English. */
  readonly name: string;
  /** Folded phrases. A place is of the kind if its name has all words of one phrase. */
  readonly phrases: readonly string[];
  /** All phrases and kinds of brands, with weak ones such as `petrol` in a name. Used if the strong ones find nothing. */
  readonly allEvidence: Pick<KindDefinition, 'phrases' | 'brandKinds'>;
  /** Categories of broader kinds. A place in one of them is of this kind if its name has all words of one of the phrases. */
  readonly broaderCategories?: CategoryIds & { readonly phrases: readonly string[] };
  /** Categories of kinds that a person may accept instead: bars for pubs. */
  readonly alternatives: CategoryIds & Pick<KindDefinition, 'brandKinds'>;
  /** The broader kind, for data without the narrower one: restaurants for vegan restaurants. */
  readonly broaderKind?: KindDefinition;
}

/** Finds names of kinds in words. */
export interface KindNames {
  /**
   * The longest words that name a kind, from a position on.
   *
   * @param words folded; an emoji is a word
   */
  longestKindAt(
    words: readonly string[],
    from: number,
  ): { readonly kind: KindDefinition; readonly end: number } | undefined;

  /**
   * Words for kinds that a word may be with one typing error, the likeliest first. The first letter is right.
   *
   * @param word folded
   */
  spellingsLike(word: string): readonly string[];
}

/** What the words of a search are compared with. */
export interface Catalogues {
  readonly areas: AreaNames;
  readonly kinds: KindNames;
  /** ISO 3166 codes of the countries of the data. */
  readonly countries: readonly string[];
}
