import { type Random } from '../../src/demonstration/island/random.js';
import { type NamedPlace } from './sets/named-place.js';
import { normalise } from './normalise.js';

const FILLERS = {
  before: ['the best', 'best', 'cheap', 'nearest', 'closest'],
  after: ['near', 'near me', 'open now', 'opening hours', 'telephone', 'reviews', 'downtown', 'directions'],
};

const SYLLABLES = ['zu', 'vok', 'bri', 'qua', 'mel', 'tor', 'ix', 'gan', 'dru', 'wex', 'pli', 'yon'];

/** Adds words that the place does not have: filler words, a made-up word or another city. */
export function withExtraWord(
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
export function withWrongWord(
  words: readonly string[],
  random: Random,
  places: readonly NamedPlace[],
): string | undefined {
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
