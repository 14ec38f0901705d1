import { type Random } from '../../src/demonstration/island/random.js';

const ALPHABET = Array.from('abcdefghijklmnopqrstuvwxyz');

/** A word of a text, and where it begins. */
interface Word {
  readonly word: string;
  readonly index: number;
}

/** Makes one typing error in a word of five letters or more. */
export function withOneError(text: string, random: Random): string | undefined {
  const words = wordsOf(text, /\p{L}{5,}/gu);
  return words.length === 0 ? undefined : replace(text, random.pick(words), (word) => mistyped(word, random));
}

/** Makes two typing errors in one word of nine letters or more, or one in each of two words of five letters or more. */
export function withTwoErrors(text: string, random: Random): string | undefined {
  const long = wordsOf(text, /\p{L}{9,}/gu);
  const words = wordsOf(text, /\p{L}{5,}/gu);
  const inOneWord = long.length > 0 && (words.length < 2 || random.next() < 0.5);
  if (inOneWord) return replace(text, random.pick(long), (word) => mistypedTwice(word, random));
  if (words.length < 2) return undefined;
  // The later word first: an error changes the positions after it.
  const chosen = random.shuffle(words).slice(0, 2);
  const ordered = chosen.sort((a, b) => b.index - a.index);
  return ordered.reduce((changed, word) => replace(changed, word, (one) => mistyped(one, random)), text);
}

function wordsOf(text: string, pattern: RegExp): Word[] {
  return [...text.matchAll(pattern)].map(({ 0: word, index }) => ({ word, index }));
}

function replace(text: string, { word, index }: Word, change: (word: string) => string): string {
  return text.slice(0, index) + change(word) + text.slice(index + word.length);
}

/** An error in each half, so that the second does not undo the first. */
function mistypedTwice(word: string, random: Random): string {
  const middle = Math.floor(word.length / 2);
  return mistyped(word.slice(0, middle), random) + mistyped(word.slice(middle), random);
}

/** Adds, removes, replaces or swaps a letter. */
function mistyped(word: string, random: Random): string {
  const index = random.between(0, word.length - 1);
  const [before, letter, after] = [word.slice(0, index), word.charAt(index), word.slice(index + 1)];
  const other = random.pick(ALPHABET.filter((one) => one !== letter.toLowerCase()));
  const next = after.charAt(0);
  const candidates = [before + other + letter + after, before + after, before + other + after];
  // Swapping two equal letters is no error.
  if (next !== '' && next !== letter) candidates.push(before + next + letter + after.slice(1));
  return random.pick(candidates);
}
