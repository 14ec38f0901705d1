import { distance } from 'fastest-levenshtein';
import { foldedWords, isCorrectable, typedWords } from '../query/text/typed-words.js';
import { splitWords } from '../query/text/words.js';

/** How the name of a category answers what was typed: it begins so, it holds words that do, or not at all. */
export type CategoryMatch = 'begins' | 'holds' | undefined;

/** A name, or what was typed of one, folded and taken apart; of what was typed a sign between spaces is no word. */
export interface FoldedText {
  readonly words: readonly string[];
  readonly text: string;
}

export function foldText(text: string): FoldedText {
  return { words: typedWords(text).flatMap(foldedWords), text: foldedWords(text).join(' ') };
}

/** A name, with the punctuation inside its words parting them or left out: `d angelo` and `dangelo`. */
export interface FoldedName extends FoldedText {
  readonly joined: string;
}

export function foldName(name: string): FoldedName {
  const words = foldedWords(name);
  const joined = splitWords(name).map((word) => foldedWords(word.replaceAll('&', '')).join(''));
  return { words: [...new Set([...words, ...joined])], text: words.join(' '), joined: joined.join(' ') };
}

/**
 * Matches a name as the index matches the names of places: every word that was typed begins a word of the name, with
 * one typing error from the fourth letter on.
 */
export function matchCategory(name: FoldedName, typed: FoldedText): CategoryMatch {
  // Signs alone, which folding leaves out.
  if (typed.words.length === 0) return undefined;
  if (name.text.startsWith(typed.text) || name.joined.startsWith(typed.text)) return 'begins';
  return typed.words.every((beginning) => name.words.some((word) => begins(word, beginning))) ? 'holds' : undefined;
}

function begins(word: string, typed: string): boolean {
  if (word.startsWith(typed)) return true;
  // What is longer by two has two letters too many; comparing long texts is what costs.
  if (!isCorrectable(typed) || typed.length > word.length + 1) return false;
  // A letter too few, a wrong one, a letter too many.
  return [1, 0, -1].some((more) => isNear(word.slice(0, typed.length + more), typed));
}

function isNear(beginning: string, typed: string): boolean {
  return distance(beginning, typed) <= 1 || isSwapped(beginning, typed);
}

/** Two neighbours in each other's place are one error, as for the index. */
function isSwapped(beginning: string, typed: string): boolean {
  if (beginning.length !== typed.length) return false;
  let at = 0;
  while (at < typed.length && typed[at] === beginning[at]) at += 1;
  const swapped = typed.slice(0, at) + (typed[at + 1] ?? '') + (typed[at] ?? '') + typed.slice(at + 2);
  return swapped === beginning;
}
