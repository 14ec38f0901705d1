import { join } from 'node:path';
import { WordLists } from '../words/word-lists.js';
import { foldedPhrase } from '../words/words.js';

// Words in names of places and of categories, besides those that name kinds, are data: `names.txt` explains them.

const lists = new WordLists([join(__dirname, 'names.txt')]);

/** The phrases of a role, folded. */
export function foldedNameWords(role: string): ReadonlySet<string> {
  return new Set(lists.phrasesOf(role).map(foldedPhrase));
}

/** The kind that each word means: for `last word`, `restaurant` means `amenity/restaurant`. */
export function kindsByNameWord(role: string): ReadonlyMap<string, string> {
  return new Map(lists.phrasesByMeaning(role).flatMap(([kind, words]) => words.map((word) => [word, kind] as const)));
}

/** Languages that write a word and the word that it describes as one: the last part of a compound says the kind. */
export const compoundingLanguages: ReadonlySet<string> = new Set(lists.phrasesOf('compounding language'));

/** Languages that put the kind first: `Restaurante Sol`. */
export const kindFirstLanguages: ReadonlySet<string> = new Set(lists.phrasesOf('kind first language'));
