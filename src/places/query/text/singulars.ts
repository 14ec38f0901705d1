/** Endings of plurals in English and Portuguese, without accents, and those of their singulars. */
const PLURALS: readonly (readonly [plural: RegExp, singular: string])[] = [
  [/[ao]es$/u, 'ao'],
  [/ais$/u, 'al'],
  [/eis$/u, 'el'],
  [/ois$/u, 'ol'],
  [/ns$/u, 'm'],
  [/ies$/u, 'y'],
  [/es$/u, ''],
  [/s$/u, ''],
];

/** A singular has at least two letters: `as` is no plural. */
const MIN_LETTERS = 3;

/** The words that a folded word may be the plural of. Most of them are no words: look them up among those that are. */
export function possibleSingulars(word: string): string[] {
  if (word.length < MIN_LETTERS || !word.endsWith('s')) return [];
  return PLURALS.flatMap(([plural, singular]) => (plural.test(word) ? [word.replace(plural, singular)] : []));
}
