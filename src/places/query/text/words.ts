import { withoutMarks } from './fold.js';

// The character classes of Elasticsearch's standard tokenizer. test/e2e/folding.spec.ts compares them with Elasticsearch.

/** Each character is a word of its own. */
const HAN_AND_HIRAGANA = '\\p{Script=Han}\\p{Script=Hiragana}';
/** Each emoji or symbol is a word of its own. The tokenizer knows more of them than Unicode. */
const PICTURES =
  '\\p{Extended_Pictographic}\\u2388\\u2605-\\u27bf\\u{1f000}-\\u{1f12f}\\u{1f16c}-\\u{1f16f}\\u{1f18a}-\\u{1f1e5}\\u{1f200}-\\u{1fbff}';

/** A run of Katakana is one word. Its prolonged sound marks belong to no script. */
const KATAKANA = '\\p{Script=Katakana}\\u3031-\\u3035\\u309b\\u309c\\u30a0\\u30fc\\uff70\\uff9e\\uff9f';

/** A run of these scripts, which have no spaces, is one word. Their digits are not. */
const SOUTH_EAST_ASIAN = ['Thai', 'Lao', 'Khmer', 'Myanmar', 'Tai_Le', 'New_Tai_Lue', 'Tai_Tham', 'Tai_Viet', 'Ahom']
  .map((script) => `\\p{Script=${script}}`)
  .join('');

/** Symbols in Unicode, letters for the tokenizer. */
const LETTERLIKE =
  '\\u02c2-\\u02c5\\u02d2-\\u02d7\\u02de\\u02df\\u02ed\\u02ef-\\u02ff\\u055b\\u055c\\u055e\\u05f3\\u066b\\ua720\\ua721\\ua789\\ua78a\\uab5b';

const WORD = new RegExp(
  [
    `[${HAN_AND_HIRAGANA}${PICTURES}]`,
    // A flag is two regional indicators.
    '\\p{RI}(?:[\\p{M}\\p{Cf}]*\\p{RI})?',
    // A keycap.
    '[#*]\\ufe0f?\\u20e3',
    `[${KATAKANA}]+`,
    `(?:(?=[\\p{L}\\p{M}])[${SOUTH_EAST_ASIAN}])+`,
    `(?!\\p{Nd})[${SOUTH_EAST_ASIAN}]`,
    `(?:(?![${HAN_AND_HIRAGANA}${PICTURES}${KATAKANA}]|(?!\\p{Nd})[${SOUTH_EAST_ASIAN}])[\\p{Alphabetic}\\p{Nd}${LETTERLIKE}]\\p{M}*)+`,
  ].join('|'),
  'gu',
);

const ONE_ASCII_WORD = /^[a-z\d]+$/iu;

const ONE_HAN_OR_HIRAGANA = new RegExp(`^[${HAN_AND_HIRAGANA}]$`, 'u');

/** The standard tokenizer splits longer words. In UTF-16 units. */
const MAX_TOKEN_LENGTH = 255;

/**
 * Whether a text contains a word. A word has a letter or a digit; `½`, `²` and the Arabic tatweel (`ـ`), which some write as a
 * dash, are none.
 */
export function hasWord(text: string): boolean {
  return /[\p{L}\p{Nd}\p{Nl}]/u.test(withoutMarks(text));
}

/** Whether a word is one character of Han or Hiragana. Most words of these scripts have several. */
export function isHanOrHiragana(word: string): boolean {
  return ONE_HAN_OR_HIRAGANA.test(word);
}

/** The words of a text, approximately as the standard tokenizer returns them. */
export function wordsIn(text: string): readonly string[] {
  // Nearly all texts are such a word, and the pattern of all scripts takes ten times as long.
  if (ONE_ASCII_WORD.test(text)) return [text];
  return text.match(WORD) ?? [];
}

/**
 * The number of words in a text, never less than the standard tokenizer returns; each costs a clause. The tokenizer takes `a.b`
 * and `a_b` for one word and ignores letters newer than its version of Unicode.
 */
export function countWords(text: string): number {
  return wordsIn(text).reduce((sum, word) => sum + Math.ceil(word.length / MAX_TOKEN_LENGTH), 0);
}

/** Characters that separate words as a space does, for a character class in a regular expression of JavaScript or Java. */
export const WORD_SEPARATORS = ',;:/|"“”()\\[\\]{}';

const SEPARATOR = new RegExp(`[\\s${WORD_SEPARATORS}]+`, 'u');

/**
 * Splits a text at white space and word separators. Each field's analyzer decides about other punctuation inside a word
 * (`D'Angelo`, `Wal-Mart`).
 */
export function splitWords(text: string): string[] {
  return text.split(SEPARATOR).filter(hasWord);
}
