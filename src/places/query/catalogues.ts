import { type AreaNames } from './where.js';

/** Ids of categories and subcategories of the data. */
export interface CategoryIds {
  readonly categories: readonly string[];
  readonly subcategories: readonly string[];
}

/** What makes a place one of a kind: its categories, or words of its name. */
export interface KindFilter extends CategoryIds {
  /** A preset of OpenStreetMap's editors: `amenity/dentist`. */
  readonly id: string;
  /** The kind with all narrower ones. */
  readonly idsWithNarrower: readonly string[];
  /** Those of the categories of which other kinds are the main ones: `Animal Services` for vets. */
  readonly mixed: CategoryIds;
  /** The kinds that the brand of a place may have: these, and those that people take for the same. */
  readonly brandKinds: readonly string[];
  /** In English. */
  readonly name: string;
  /** Folded words of names. */
  readonly phrases: readonly string[];
  /** Weaker evidence, such as `petrol` in a name, together with the rest. Used if nothing else is found. */
  readonly weakEvidence: Pick<KindFilter, 'phrases' | 'brandKinds'>;
  /** Categories of broader kinds: a place of them is one of the kind if its name has these words. */
  readonly broaderCategories?: CategoryIds & { readonly phrases: readonly string[] };
  /** Categories of kinds that a person may take instead: bars for pubs. */
  readonly alternatives: CategoryIds & Pick<KindFilter, 'brandKinds'>;
  /** The broader kind, for data that do not say the narrower one: restaurants for vegan ones. */
  readonly broaderKind?: KindFilter;
}

/** The kinds of places that the directory has. */
export interface KindNames {
  /**
   * The longest words that name a kind, from a position on.
   *
   * @param words folded; an emoji is a word
   */
  longestKindAt(
    words: readonly string[],
    from: number,
  ): { readonly kind: KindFilter; readonly end: number } | undefined;
}

/** What words are compared with. */
export interface Catalogues {
  readonly areas: AreaNames;
  readonly kinds: KindNames;
  /** ISO 3166 codes of the countries of the data. */
  readonly countries: readonly string[];
}
