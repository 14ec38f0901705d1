import { withoutMarks } from './fold.js';

/** Signs of which each is a word: those of writing without spaces, and pictures, of which the engine knows more than Unicode. */
const SIGNS = '\\p{Script=Han}\\p{Script=Hiragana}';
const PICTURES =
  '\\p{Extended_Pictographic}\\u2388\\u2605-\\u27bf\\u{1f000}-\\u{1f12f}\\u{1f16c}-\\u{1f16f}\\u{1f18a}-\\u{1f1e5}\\u{1f200}-\\u{1fbff}';

/** Katakana makes words of its own, beside whatever they stand; its strokes belong to no script. */
const KATAKANA = '\\p{Script=Katakana}\\u3031-\\u3035\\u309b\\u309c\\u30a0\\u30fc\\uff70\\uff9e\\uff9f';

/** So does the writing of South-East Asia, whose words no space parts, but for its digits. */
const SOUTH_EAST_ASIAN = ['Thai', 'Lao', 'Khmer', 'Myanmar', 'Tai_Le', 'New_Tai_Lue', 'Tai_Tham', 'Tai_Viet', 'Ahom']
  .map((script) => `\\p{Script=${script}}`)
  .join('');

/** What is a symbol for Unicode and a letter for the engine. */
const LETTERLIKE =
  '\\u02c2-\\u02c5\\u02d2-\\u02d7\\u02de\\u02df\\u02ed\\u02ef-\\u02ff\\u055b\\u055c\\u055e\\u05f3\\u066b\\ua720\\ua721\\ua789\\ua78a\\uab5b';

/** What Elasticsearch's tokenizer makes words of, or parts of words; a test asks the engine. */
const WORD = new RegExp(
  [
    `[${SIGNS}${PICTURES}]`,
    // A flag is two letters.
    '\\p{RI}(?:[\\p{M}\\p{Cf}]*\\p{RI})?',
    '[#*]\\ufe0f?\\u20e3',
    `[${KATAKANA}]+`,
    `(?:(?=[\\p{L}\\p{M}])[${SOUTH_EAST_ASIAN}])+`,
    `(?!\\p{Nd})[${SOUTH_EAST_ASIAN}]`,
    `(?:(?![${SIGNS}${PICTURES}${KATAKANA}]|(?!\\p{Nd})[${SOUTH_EAST_ASIAN}])[\\p{Alphabetic}\\p{Nd}${LETTERLIKE}]\\p{M}*)+`,
  ].join('|'),
  'gu',
);

const SIGN = new RegExp(`^[${SIGNS}]$`, 'u');

/** Units of UTF-16 after which the tokenizer begins another word. */
const LONGEST_WORD = 255;

/**
 * Whether there is a word in a text: what holds neither letter nor digit is none, nor is `½` or `²` alone, nor a letter that
 * only stretches others (`ـ`), which some write for a dash.
 */
export function holdsWord(text: string): boolean {
  return /[\p{L}\p{Nd}\p{Nl}]/u.test(withoutMarks(text));
}

/** Whether a word is a sign of writing without spaces, of which most words have several. */
export function isSign(word: string): boolean {
  return SIGN.test(word);
}

/** The words that a text holds, about as Elasticsearch's tokenizer makes them. */
export function wordsIn(text: string): readonly string[] {
  return text.match(WORD) ?? [];
}

/**
 * How many words a text holds, and never fewer than Elasticsearch's tokenizer makes of it, each of which costs a clause; it
 * takes `a.b` or `a_b` for one, and letters that it is too old to know for none.
 */
export function countWords(text: string): number {
  return wordsIn(text).reduce((sum, word) => sum + Math.ceil(word.length / LONGEST_WORD), 0);
}

/** What people write between words in place of a space, as regular expressions of JavaScript and Java have it in a class. */
export const BETWEEN_WORDS = ',;:/|"“”()\\[\\]{}';

const PARTING = new RegExp(`[\\s${BETWEEN_WORDS}]+`, 'u');

/**
 * White space parts the words, and what people write in its place; what a word is beyond that (`D'Angelo`, `Wal-Mart`)
 * is for the analyzer of each field to say. None makes a word of `½` or `²` alone.
 */
export function splitWords(text: string): string[] {
  return text.split(PARTING).filter(holdsWord);
}
