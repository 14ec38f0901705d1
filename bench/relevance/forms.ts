import { type Random } from '../../test/support/random.js';
import { type NamedPlace, normalise } from './places.js';

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

const FILLERS = {
  before: ['the best', 'best', 'cheap', 'nearest', 'closest'],
  after: ['near', 'near me', 'open now', 'opening hours', 'telephone', 'reviews', 'downtown', 'directions'],
};

const SYLLABLES = ['zu', 'vok', 'bri', 'qua', 'mel', 'tor', 'ix', 'gan', 'dru', 'wex', 'pli', 'yon'];

/** Adds words that the place does not have: filler words, a made-up word or another city. */
function withExtraWord(
  { name, address }: NamedPlace,
  random: Random,
  places: readonly NamedPlace[],
): string | undefined {
  const text = random.pick([
    () => `${random.pick(FILLERS.before)} ${name}`,
    () => `${name} ${random.pick(FILLERS.after)}`,
    () => `${name} ${madeUpWord(random)}`,
    () => `${name} ${random.pick(places).address?.city ?? madeUpWord(random)}`,
  ])();
  const own = new Set(normalise(`${name} ${address?.city ?? ''}`).split(' '));
  return normalise(text)
    .split(' ')
    .every((word) => own.has(word))
    ? undefined
    : text;
}

/** Replaces one of three words or more by a word of another name. */
function withWrongWord(words: readonly string[], random: Random, places: readonly NamedPlace[]): string | undefined {
  if (words.length < 3) return undefined;
  const wrong = random.pick(random.pick(places).name.split(/\s+/u));
  const own = new Set(words.map(normalise));
  if (!/\p{L}{3,}/u.test(wrong) || own.has(normalise(wrong))) return undefined;
  const replaced = random.between(0, words.length - 1);
  return words.map((word, at) => (at === replaced ? wrong : word)).join(' ');
}

function madeUpWord(random: Random): string {
  return Array.from({ length: 3 }, () => random.pick(SYLLABLES)).join('');
}

const ALPHABET = Array.from('abcdefghijklmnopqrstuvwxyz');

/** A word of a text, and where it begins. */
interface Word {
  readonly word: string;
  readonly index: number;
}

/** Makes one typing error in a word of five letters or more. */
export function withOneError(text: string, random: Random): string | undefined {
  const words = matchesOf(text, /\p{L}{5,}/gu);
  return words.length === 0 ? undefined : replace(text, random.pick(words), (word) => mistyped(word, random));
}

/** Makes two typing errors in one word of nine letters or more, or one in each of two words of five letters or more. */
export function withTwoErrors(text: string, random: Random): string | undefined {
  const long = matchesOf(text, /\p{L}{9,}/gu);
  const words = matchesOf(text, /\p{L}{5,}/gu);
  const inOneWord = long.length > 0 && (words.length < 2 || random.next() < 0.5);
  if (inOneWord) return replace(text, random.pick(long), (word) => mistypedTwice(word, random));
  if (words.length < 2) return undefined;
  // The later word first: an error changes the positions after it.
  const chosen = random.shuffle(words).slice(0, 2);
  const ordered = chosen.sort((a, b) => b.index - a.index);
  return ordered.reduce((changed, word) => replace(changed, word, (one) => mistyped(one, random)), text);
}

function matchesOf(text: string, pattern: RegExp): Word[] {
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
