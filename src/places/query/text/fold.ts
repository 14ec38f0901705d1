import { ASCII_LETTERS } from './ascii-letters.js';

type Ranges = readonly (readonly [first: number, last: number])[];

/**
 * What nobody sees and copying brings along: soft hyphens, signs of direction and of byte order. Those that join letters or
 * keep them apart stay: Persian and Indian words are spelt with them, and Khmer and Thai ones parted by a space without width.
 */
const INVISIBLE: Ranges = [
  [0x00ad, 0x00ad],
  [0x061c, 0x061c],
  [0x200e, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x2060],
  [0x2066, 0x2069],
  [0xfeff, 0xfeff],
];

/**
 * The marks that a text loses when it is folded, here and in the index: accents, the points of Hebrew, the stretching and
 * the vowel signs of Arabic, and what is invisible. Marks of other scripts are letters to those who write them, such as the
 * vowels of Thai.
 */
export const MARKS: Ranges = [
  ...INVISIBLE,
  [0x0300, 0x036f],
  [0x0591, 0x05bd],
  [0x05bf, 0x05bf],
  [0x05c1, 0x05c2],
  [0x05c4, 0x05c5],
  [0x05c7, 0x05c7],
  [0x0640, 0x0640],
  [0x064b, 0x065f],
  [0x0670, 0x0670],
];

const ANY_MARK = anyOf(MARKS);
const ANY_INVISIBLE = anyOf(INVISIBLE);

/** What a character that Unicode does not take apart is folded to: as `asciifolding` does, and the sigma that ends a word. */
const UNDIVIDED: ReadonlyMap<string, string> = new Map([
  ...Object.entries(ASCII_LETTERS).flatMap(([ascii, letters]) =>
    Array.from(letters, (letter) => [letter, ascii] as const),
  ),
  ['ς', 'σ'],
]);

/** Characters of another width, raised, encircled or joined (`ﬁ`) that `asciifolding` knows as Unicode does; not `™`. */
const COMPATIBLE = /[²³¹ĳſǉǌǳᵢ-ᵥ‼⁇-⁉⁰ⁱ⁴-⁺⁼-₊₌-₎ₐ-ₓ①-⒵ⓐ-⓪ⱼﬀ-ﬄﬆ！-＿ａ-｛｝～]/u;

/** A text without case and accents, as the index folds it. */
export function fold(text: string): string {
  return withoutMarks(text)
    .toLowerCase()
    .replace(/[^\0-\x7F]/gu, foldCharacter);
}

/** A text without the marks that folding takes away, composed. */
export function withoutMarks(text: string): string {
  return text.normalize('NFD').replace(ANY_MARK, '').normalize('NFC');
}

/** A text as it is seen. */
export function withoutInvisible(text: string): string {
  return text.replace(ANY_INVISIBLE, '');
}

function foldCharacter(character: string): string {
  return (
    UNDIVIDED.get(character) ?? (COMPATIBLE.test(character) ? character.normalize('NFKD').toLowerCase() : character)
  );
}

function anyOf(ranges: Ranges): RegExp {
  return new RegExp(`[${ranges.map(([first, last]) => `${unit(first)}-${unit(last)}`).join('')}]`, 'gu');
}

function unit(codePoint: number): string {
  return `\\u{${codePoint.toString(16)}}`;
}
