import { fold } from './fold.js';
import { holdsWord, wordsIn } from './words.js';

/** What somebody has typed so far: parted into words, and folded as the index folds them. */

/** A word of this many letters or more may hold an error; a number never. */
const SHORTEST_CORRECTED = 4;

/** The words of a text, parted by white space. */
export function typedWords(text: string): string[] {
  return text.split(/\s+/u).filter(holdsWord);
}

/**
 * The words of a name or of what was typed, without case, accents and punctuation, as the index has those of names: `&` is
 * a word, and each sign of writing without spaces.
 */
export function foldedWords(text: string): readonly string[] {
  return wordsIn(fold(text.replaceAll('&', ' and ')).replace(/[\p{P}\p{S}]+/gu, ' '));
}

/** Whether a word may hold a typing error. A short one is a word of its own too often, and a number always is. */
export function isCorrectable(word: string): boolean {
  return Array.from(word).length >= SHORTEST_CORRECTED && !/\p{N}/u.test(word);
}
