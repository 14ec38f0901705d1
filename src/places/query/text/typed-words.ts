import { fold } from './fold.js';
import { hasWord, wordsIn } from './words.js';

/** A shorter word is not corrected: it is too often another word. A longer one costs too much. */
export const CORRECTED_LENGTH = { min: 4, max: 32 };

/** The words of a text that a user is typing, separated by white space. */
export function typedWords(text: string): string[] {
  return text.split(/\s+/u).filter(hasWord);
}

/** The folded words of a text without punctuation, as the index has those of names. `&` is the word `and`. */
export function foldedWords(text: string): readonly string[] {
  return wordsIn(fold(text.replaceAll('&', ' and ')).replace(/[\p{P}\p{S}]+/gu, ' '));
}

/**
 * Whether a word may have a typing error. Short and long words and those with digits may not. Neither may those with letters
 * outside the Basic Multilingual Plane, which have four bytes: the automata for 16 such words take 240 MB.
 */
export function isCorrectable(word: string): boolean {
  const { length } = Array.from(word);
  const { min, max } = CORRECTED_LENGTH;
  return length >= min && length <= max && !/\p{N}|[\u{10000}-\u{10ffff}]/u.test(word);
}
