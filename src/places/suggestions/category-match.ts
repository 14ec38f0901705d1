import { editDistance } from '../query/text/edit-distance.js';
import { foldedWords, isCorrectable, typedWords } from '../query/text/typed-words.js';
import { splitWords } from '../query/text/words.js';

/** How a category name matches: it starts with the typed text, it contains words that match, or not at all. */
export type CategoryMatch = 'startsWith' | 'contains' | undefined;

/** A folded name or typed text, and its words. In typed text a punctuation character between spaces is no word. */
export interface FoldedText {
  readonly words: readonly string[];
  readonly text: string;
}

export function foldText(text: string): FoldedText {
  return { words: typedWords(text).flatMap(foldedWords), text: foldedWords(text).join(' ') };
}

/** A name whose words are split at punctuation (`text`: `d angelo`), and with punctuation removed (`unpunctuated`: `dangelo`). */
export interface FoldedName extends FoldedText {
  readonly unpunctuated: string;
}

export function foldName(name: string): FoldedName {
  const words = foldedWords(name);
  const unpunctuated = splitWords(name).map((word) => foldedWords(word.replaceAll('&', '')).join(''));
  return {
    words: [...new Set([...words, ...unpunctuated])],
    text: words.join(' '),
    unpunctuated: unpunctuated.join(' '),
  };
}

/**
 * Matches a name as the index matches place names: every typed word must be a prefix of a word of the name. A prefix of
 * four letters or more may have one typing error.
 */
export function matchCategory(name: FoldedName, typed: FoldedText): CategoryMatch {
  // Only punctuation, which folding removes.
  if (typed.words.length === 0) return undefined;
  if (name.text.startsWith(typed.text) || name.unpunctuated.startsWith(typed.text)) return 'startsWith';
  return typed.words.every((prefix) => name.words.some((word) => hasPrefix(word, prefix))) ? 'contains' : undefined;
}

function hasPrefix(word: string, typed: string): boolean {
  if (word.startsWith(typed)) return true;
  // Two letters more than the word are two errors. Checked first, because comparing long texts is slow.
  if (!isCorrectable(typed) || typed.length > word.length + 1) return false;
  // A missing letter, a wrong or two swapped letters, an extra letter.
  return [1, 0, -1].some((offset) => editDistance(word.slice(0, typed.length + offset), typed, 2) < 2);
}
