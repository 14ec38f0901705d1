import { ASCII_LETTERS } from './ascii-letters.js';

type Ranges = readonly (readonly [first: number, last: number])[];

/**
 * Invisible characters that are copied by accident: soft hyphens, direction marks, byte order marks. Zero-width joiners,
 * non-joiners and spaces are not among them: Persian, Indian, Khmer and Thai spelling needs them.
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
 * The marks that folding removes, here and in the index: accents, Hebrew points, Arabic tatweel and vowel signs, invisible
 * characters. Marks of other scripts stay: Thai vowels, for example, are letters to their readers.
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

/** The folded form of characters that Unicode does not decompose: those of `asciifolding`, and the final sigma. */
const NOT_DECOMPOSED: ReadonlyMap<string, string> = new Map([
  ...Object.entries(ASCII_LETTERS).flatMap(([ascii, letters]) =>
    Array.from(letters, (letter) => [letter, ascii] as const),
  ),
  ['ς', 'σ'],
]);

/** Full-width, superscript, circled and ligature (`ﬁ`) characters that `asciifolding` folds as NFKD does. `™` is not one. */
const COMPATIBLE = /[²³¹ĳſǉǌǳᵢ-ᵥ‼⁇-⁉⁰ⁱ⁴-⁺⁼-₊₌-₎ₐ-ₓ①-⒵ⓐ-⓪ⱼﬀ-ﬄﬆ！-＿ａ-｛｝～]/u;

/** A text without case and accents, as the `folded` normalizer of the index returns it. */
export function fold(text: string): string {
  return withoutMarks(text)
    .toLowerCase()
    .replace(/[^\0-\x7F]/gu, foldCharacter);
}

/** A text without `MARKS`, composed (NFC). */
export function withoutMarks(text: string): string {
  return text.normalize('NFD').replace(ANY_MARK, '').normalize('NFC');
}

/** A text without its invisible characters. */
export function withoutInvisible(text: string): string {
  return text.replace(ANY_INVISIBLE, '');
}

function foldCharacter(character: string): string {
  return (
    NOT_DECOMPOSED.get(character) ??
    (COMPATIBLE.test(character) ? character.normalize('NFKD').toLowerCase() : character)
  );
}

function anyOf(ranges: Ranges): RegExp {
  return new RegExp(`[${ranges.map(([first, last]) => `${escaped(first)}-${escaped(last)}`).join('')}]`, 'gu');
}

function escaped(codePoint: number): string {
  return `\\u{${codePoint.toString(16)}}`;
}
