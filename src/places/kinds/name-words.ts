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
