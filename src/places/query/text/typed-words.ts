import { fold } from './fold.js';
import { hasWord, wordsIn } from './words.js';

/** A shorter word is not corrected: it is too often another word. */
const MIN_CORRECTED_LENGTH = 4;

/** The words of a text that a user is typing, separated by white space. */
export function typedWords(text: string): string[] {
  return text.split(/\s+/u).filter(hasWord);
}

/** The folded words of a text without punctuation, as the index has those of names. `&` is the word `and`. */
export function foldedWords(text: string): readonly string[] {
  return wordsIn(fold(text.replaceAll('&', ' and ')).replace(/[\p{P}\p{S}]+/gu, ' '));
}

/** Whether a word may have a typing error. Short words and words with digits may not. */
export function isCorrectable(word: string): boolean {
  return Array.from(word).length >= MIN_CORRECTED_LENGTH && !/\p{N}/u.test(word);
}
