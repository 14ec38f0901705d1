import { ASCII_LETTERS } from './ascii-letters.js';

/**
 * The marks that a text loses when it is folded, here and in the index: accents, the points of Hebrew, the stretching and
 * the vowel signs of Arabic. Marks of other scripts are letters to those who write them, such as the vowels of Thai.
 */
export const MARKS: readonly (readonly [first: number, last: number])[] = [
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

const MARK = new RegExp(`[${MARKS.map(([first, last]) => `${unit(first)}-${unit(last)}`).join('')}]`, 'gu');

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
  return text.normalize('NFD').replace(MARK, '').normalize('NFC');
}

function foldCharacter(character: string): string {
  return (
    UNDIVIDED.get(character) ?? (COMPATIBLE.test(character) ? character.normalize('NFKD').toLowerCase() : character)
  );
}

function unit(codePoint: number): string {
  return `\\u{${codePoint.toString(16)}}`;
}
