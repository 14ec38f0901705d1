import { type AreaNames } from './where.js';

/** A kind of place that words name. The index has the kinds of each place (`kinds/place-kinds.ts`). */
export interface KindDefinition {
  /** A preset of OpenStreetMap's editors: `amenity/dentist`. */
  readonly id: string;
  /** The kinds that count: this one, and those that people take for the same. A place has the ids of broader kinds, too. */
  readonly ids: readonly string[];
  /** The kinds that `label` names, the first with this id. `mercado` names markets as well as supermarkets. */
  readonly named: readonly string[];
  /** The kind and all narrower kinds. */
  readonly idsWithNarrower: readonly string[];
  /** In English, of the first. */
  readonly name: string;
  /** Kinds that a person may accept instead: bars for pubs. */
  readonly alternatives: readonly string[];
  /** The broader kind, for data without the narrower one: restaurants for vegan restaurants. */
  readonly broaderKind?: KindDefinition;
  /** Whether weak evidence counts, too: `petrol` in the name of a fuel station. */
  readonly acceptsWeakEvidence?: boolean;
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
   * Whether words name kinds and say nothing else (`garden museum`), or are one word that is too common to name a kind: `port`. Names of
   * places everywhere have them.
   */
  areOnlyKinds(words: readonly string[]): boolean;

  /**
   * Words for kinds that a word may be with one typing error, the likeliest first. The first letter is right. Then the parts of the
   * word with a space between them, if the last part names a kind: `steak restaurant` for `steakrestaurant`.
   *
   * @param word folded
   */
  spellingsLike(word: string): readonly string[];
}

/** What the words of a search are compared with. */
export interface Catalogues {
  readonly areas: AreaNames;
  readonly kinds: KindNames;
  /** The same, and words that hint at kinds: `ziekenhuis` for hospitals. Many hints are everyday words, and parts of names. */
  readonly kindsWithHints: KindNames;
  /** ISO 3166 codes of the countries of the data. */
  readonly countries: readonly string[];
}
