import { type Random } from '../random.js';
import { type PlaceLine } from '../rhode-island.js';
import { normalise } from './normalise.js';

/** A way in which somebody writes the name that they know. */
export interface Form {
  readonly name: string;
  /** What the service has to reach, as a share of the searches: the place among the first ten. */
  readonly target: number;
  /** What is typed; `undefined` where the name cannot be written so. */
  write(place: PlaceLine, random: Random): string | undefined;
}

const ALPHABET = Array.from('abcdefghijklmnopqrstuvwxyz');

export const FORMS: readonly Form[] = [
  { name: 'exact', target: 0.99, write: ({ name }) => name },
  { name: 'folded', target: 0.99, write: ({ name }) => normalise(name) },
  { name: 'parted', target: 0.99, write: ({ name }) => parted(name) },
  { name: 'typo', target: 0.93, write: ({ name }, random) => inOneWord(name, /\p{L}{5,}/gu, random, mistyped) },
  { name: 'dropped', target: 0.9, write: ({ name }, random) => withoutAWord(wordsOf(name), random) },
  { name: 'swapped', target: 0.98, write: ({ name }, random) => withTwoSwapped(wordsOf(name), random) },
  { name: 'city', target: 0.97, write: ({ name, address }) => address?.city && `${name} ${address.city}` },
  { name: 'prefix', target: 0.93, write: ({ name }, random) => begun(wordsOf(name), random) },
];

/** With spaces for the punctuation inside words: `coca cola` for Coca-Cola. */
function parted(name: string): string | undefined {
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

/** One letter too many, too few, wrong, or in the place of its neighbour. */
function mistyped(word: string, random: Random): string {
  const at = random.between(0, word.length - 1);
  const [before, letter, after] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)];
  const other = random.pick(ALPHABET.filter((one) => one !== letter.toLowerCase()));
  const next = after.charAt(0);
  const ways = [before + other + letter + after, before + after, before + other + after];
  // Two letters that are alike are no error when they change places.
  if (next !== '' && next !== letter) ways.push(before + next + letter + after.slice(1));
  return random.pick(ways);
}

function withoutAWord(words: readonly string[], random: Random): string | undefined {
  if (words.length < 3) return undefined;
  const gone = random.between(0, words.length - 1);
  return words.filter((_, at) => at !== gone).join(' ');
}

function withTwoSwapped(words: readonly string[], random: Random): string | undefined {
  if (words.length < 2) return undefined;
  const first = random.between(0, words.length - 2);
  const second = random.between(first + 1, words.length - 1);
  const order = words.map((_, at) => (at === first ? second : at === second ? first : at));
  return order.map((at) => words[at]).join(' ');
}

/** The last word is cut to three letters at least, so that one letter at least is missing. */
function begun(words: readonly string[], random: Random): string | undefined {
  const last = words.at(-1) ?? '';
  if (!/^\p{L}{4,}$/u.test(last)) return undefined;
  return [...words.slice(0, -1), last.slice(0, random.between(3, last.length - 1))].join(' ');
}
