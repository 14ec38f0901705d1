import { type Random } from '../../src/demonstration/island/random.js';
import { normalise } from './normalise.js';
import { type NamedPlace } from './sets/named-place.js';
import { withOneError, withTwoErrors } from './typing-errors.js';
import { withExtraWord, withWrongWord } from './wrong-words.js';

/** One way to write a known name. */
export interface Form {
  readonly name: string;
  /** The share of searches that must find the place among the first ten. */
  readonly target: number;
  /** The text to search for; `undefined` if the name has no such form. */
  write(place: NamedPlace, random: Random, places: readonly NamedPlace[]): string | undefined;
}

export const FORMS: readonly Form[] = [
  { name: 'exact', target: 0.99, write: ({ name }) => name },
  { name: 'folded', target: 0.99, write: ({ name }) => normalise(name) },
  { name: 'split', target: 0.99, write: ({ name }) => splitOnPunctuation(name) },
  { name: 'typo', target: 0.93, write: ({ name }, random) => withOneError(name, random) },
  { name: 'two errors', target: 0.99, write: ({ name }, random) => withTwoErrors(name, random) },
  { name: 'dropped', target: 0.97, write: ({ name }, random) => withoutAWord(wordsOf(name), random) },
  { name: 'swapped', target: 0.98, write: ({ name }, random) => withTwoSwapped(wordsOf(name), random) },
  { name: 'city', target: 0.97, write: ({ name, address }) => address?.city && `${name} ${address.city}` },
  { name: 'prefix', target: 0.93, write: ({ name }, random) => cutLastWord(wordsOf(name), random) },
  { name: 'extra', target: 0.9, write: withExtraWord },
  { name: 'wrong', target: 0.9, write: ({ name }, random, places) => withWrongWord(wordsOf(name), random, places) },
];

/** Replaces the punctuation inside words by spaces: `coca cola` for Coca-Cola. */
function splitOnPunctuation(name: string): string | undefined {
  const text = name.replace(/(?<=[\p{L}\p{N}])[^\p{L}\p{M}\p{N}\s&]+(?=[\p{L}\p{N}])/gu, ' ');
  return text === name ? undefined : text;
}

function wordsOf(name: string): string[] {
  return name.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
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
