import { type SearchedPlace } from '../http/requests/searches.js';
import { type Random } from '../random.js';
import { normalise } from './normalise.js';

/** One way to write a known name. */
export interface Form {
  readonly name: string;
  /** The share of searches that must find the place among the first ten. */
  readonly target: number;
  /** The text to search for; `undefined` if the name has no such form. */
  write(place: SearchedPlace, random: Random): string | undefined;
}

const ALPHABET = Array.from('abcdefghijklmnopqrstuvwxyz');

export const FORMS: readonly Form[] = [
  { name: 'exact', target: 0.99, write: ({ name }) => name },
  { name: 'folded', target: 0.99, write: ({ name }) => normalise(name) },
  { name: 'split', target: 0.99, write: ({ name }) => splitOnPunctuation(name) },
  { name: 'typo', target: 0.93, write: ({ name }, random) => inOneWord(name, /\p{L}{5,}/gu, random, mistyped) },
  { name: 'dropped', target: 0.9, write: ({ name }, random) => withoutAWord(wordsOf(name), random) },
  { name: 'swapped', target: 0.98, write: ({ name }, random) => withTwoSwapped(wordsOf(name), random) },
  { name: 'city', target: 0.97, write: ({ name, address }) => address?.city && `${name} ${address.city}` },
  { name: 'prefix', target: 0.93, write: ({ name }, random) => cutLastWord(wordsOf(name), random) },
];

/** Replaces the punctuation inside words by spaces: `coca cola` for Coca-Cola. */
function splitOnPunctuation(name: string): string | undefined {
  const text = name.replace(/(?<=[\p{L}\p{N}])[^\p{L}\p{M}\p{N}\s&]+(?=[\p{L}\p{N}])/gu, ' ');
  return text === name ? undefined : text;
}

function wordsOf(name: string): string[] {
  return name.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
}

/** Changes one of the words that a pattern finds. */
function inOneWord(
  name: string,
  pattern: RegExp,
  random: Random,
  change: (word: string, random: Random) => string,
): string | undefined {
  const found = [...name.matchAll(pattern)];
  if (found.length === 0) return undefined;
  const { 0: word, index } = random.pick(found);
  return name.slice(0, index) + change(word, random) + name.slice(index + word.length);
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

function withoutAWord(words: readonly string[], random: Random): string | undefined {
  if (words.length < 3) return undefined;
  const removed = random.between(0, words.length - 1);
  return words.filter((_, index) => index !== removed).join(' ');
}

function withTwoSwapped(words: readonly string[], random: Random): string | undefined {
  if (words.length < 2) return undefined;
  const first = random.between(0, words.length - 2);
  const second = random.between(first + 1, words.length - 1);
  const order = words.map((_, at) => (at === first ? second : at === second ? first : at));
  return order.map((at) => words[at]).join(' ');
}

/** Cuts the last word to three letters or more, with at least one letter missing. */
function cutLastWord(words: readonly string[], random: Random): string | undefined {
  const last = words.at(-1) ?? '';
  if (!/^\p{L}{4,}$/u.test(last)) return undefined;
  return [...words.slice(0, -1), last.slice(0, random.between(3, last.length - 1))].join(' ');
}
