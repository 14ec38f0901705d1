import { withoutMarks, fold, withoutInvisible, withPlainSigns } from './fold.js';

// The functions that split a text into words:
//
// | function           | splits                                                            | returns words                  |
// | ------------------ | ----------------------------------------------------------------- | ------------------------------ |
// | `standardWords`    | as the standard tokenizer of Elasticsearch, approximately         | as typed                       |
// | `foldedWords`      | the same, and at punctuation                                      | folded                         |
// | `splitAtSpaces`    | at white space                                                    | as typed                       |
// | `splitAtSeparators` | at white space and word separators (`,` `/`)                      | as typed                       |
// | `tokensOf`         | at white space, around emoji, and where dictionaries find words   | as typed, and folded as keys   |

// The character classes of Elasticsearch's standard tokenizer. test/e2e/place-alphabets.spec.ts compares them with Elasticsearch.

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

/** Letters and marks of these scripts, whose words `Intl.Segmenter` finds by dictionaries. */
const UNSPACED = '(?=[\\p{L}\\p{M}])[\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}]';

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

const ASCII_WORDS = /^[a-z\d ]*$/i;

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

/**
 * How scripts are written: with letters for sounds (`alphabet`), with letters for consonants only (`consonants`), so that words are
 * shorter, with characters for syllables, or otherwise. Hiragana is otherwise: the tokenizer splits it into single characters.
 */
const WRITING = {
  alphabet: [
    'Latin',
    'Greek',
    'Cyrillic',
    'Armenian',
    'Georgian',
    'Coptic',
    'Tifinagh',
    'Nko',
    'Adlam',
    'Mongolian',
    'Thaana',
  ],
  consonants: ['Arabic', 'Hebrew', 'Syriac', 'Samaritan'],
  syllables: ['Hangul', 'Katakana', 'Ethiopic', 'Cherokee', 'Canadian_Aboriginal', 'Vai', 'Yi'],
} as const;

type Writing = keyof typeof WRITING | 'other';

const WRITINGS = (Object.keys(WRITING) as (keyof typeof WRITING)[]).map((writing) => {
  const scripts = WRITING[writing].map((script) => `\\p{scx=${script}}`).join('');
  return { writing, pattern: new RegExp(`^[${scripts}\\p{M}\\p{N}\\p{P}\\p{S}\\s]+$`, 'u') };
});

/** How all letters of a text are written. Digits and punctuation belong to any writing. */
export function writingOf(text: string): Writing {
  return WRITINGS.find(({ pattern }) => pattern.test(text))?.writing ?? 'other';
}

/** Whether letters of a text stand for sounds. In other scripts, a few characters are a word. */
export function isAlphabetic(text: string): boolean {
  return ['alphabet', 'consonants'].includes(writingOf(text));
}

const ANY_UNSPACED = new RegExp(UNSPACED, 'u');

const UNSPACED_RUN = new RegExp(`(?:${UNSPACED})+`, 'gu');

const SPACE_IN_UNSPACED = new RegExp(`(?<=${UNSPACED})\\s+(?=${UNSPACED})`, 'gu');

/** The dictionaries are the same for all languages. */
const segmenter = new Intl.Segmenter('th', { granularity: 'word' });

/** The words of a text in a script without spaces between them. */
function segmentsOf(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** Whether a text has Thai, Lao, Khmer or Burmese letters, whose words have no spaces between them. */
export function hasUnspacedWords(text: string): boolean {
  return ANY_UNSPACED.test(text);
}

/** A text with spaces between Thai, Lao, Khmer and Burmese words: `ร้าน อาหาร ไทย` for `ร้านอาหารไทย`. */
export function withSpaces(text: string): string {
  if (!hasUnspacedWords(text)) return text;
  return withoutInvisible(text).replace(UNSPACED_RUN, (run) => segmentsOf(run).join(' '));
}

/** A text without the spaces of `withSpaces()`, as it is usually written. */
export function withoutSpaces(text: string): string {
  return hasUnspacedWords(text) ? withoutInvisible(text).replace(SPACE_IN_UNSPACED, '') : text;
}

/** The words of a text, approximately as the standard tokenizer returns them. */
export function standardWords(text: string): readonly string[] {
  // Nearly all texts are such words, and the pattern of all scripts takes ten times as long.
  if (ASCII_WORDS.test(text)) return text.split(' ').filter((word) => word !== '');
  return text.match(WORD) ?? [];
}

/**
 * The number of words in a text, never less than the standard tokenizer returns; each costs a clause. The tokenizer takes `a.b`
 * and `a_b` for one word and ignores letters newer than its version of Unicode.
 */
export function countWords(text: string): number {
  return standardWords(text).reduce((sum, word) => sum + Math.ceil(word.length / MAX_TOKEN_LENGTH), 0);
}

/** A word of a text as typed, and folded. `d'ouro` has two folded words. */
export interface Token {
  readonly text: string;
  readonly key: string;
}

const EMOJI = /\p{Extended_Pictographic}(?:[\p{M}\p{Emoji_Modifier}\ufe0f]|\u200d\p{Extended_Pictographic})*/gu;

export function hasEmoji(text: string): boolean {
  return text.match(EMOJI) !== null;
}

const EAST_ASIAN = new RegExp(`[${HAN_AND_HIRAGANA}${KATAKANA}]`, 'u');

/** The words of a text with their folded forms. An emoji is a word. Dictionaries find the words of Chinese and Japanese texts. */
export function tokensOf(text: string): Token[] {
  return withSpaces(text)
    .replace(EMOJI, ' $& ')
    .split(/\s+/u)
    .flatMap((word) => (EAST_ASIAN.test(word) ? segmentsOf(word) : [word]))
    .flatMap((word): Token[] => {
      const key = foldedPhrase(word);
      if (key !== '') return [{ text: word, key }];
      return word.match(EMOJI) ? [{ text: word, key: word.replaceAll('\ufe0f', '') }] : [];
    });
}

export function keysOf(tokens: readonly Token[]): string[] {
  return tokens.map(({ key }) => key);
}

/** The tokens but those from `from` on before `end`. */
export function without(tokens: readonly Token[], from: number, end: number): Token[] {
  return [...tokens.slice(0, from), ...tokens.slice(end)];
}

export function textOf(tokens: readonly Token[]): string {
  return tokens.map(({ text }) => text).join(' ');
}

const BETWEEN_UNSPACED = new RegExp(
  `(?<=[${HAN_AND_HIRAGANA}${KATAKANA}${SOUTH_EAST_ASIAN}]) (?=[${HAN_AND_HIRAGANA}${KATAKANA}${SOUTH_EAST_ASIAN}])`,
  'gu',
);

/** Removes the spaces between words of scripts that are written without spaces. So it does not matter how a text was split. */
export function joinUnspaced(words: string): string {
  return words.replace(BETWEEN_UNSPACED, '');
}

/** Characters that separate words as a space does, for a character class in a regular expression of JavaScript or Java. */
export const WORD_SEPARATORS = ',;:/|"“”()\\[\\]{}';

const SEPARATOR = new RegExp(`[\\s${WORD_SEPARATORS}]+`, 'u');

/**
 * Splits a text at white space and word separators. Each field's analyzer decides about other punctuation inside a word
 * (`D'Angelo`, `Wal-Mart`).
 */
export function splitAtSeparators(text: string): string[] {
  return text.split(SEPARATOR).filter(hasWord);
}

/** The positions at which words have a phrase. */
export function positionsOf(phrase: readonly string[], words: readonly string[]): number[] {
  return [...words.keys()].filter((at) => phrase.every((word, index) => words[at + index] === word));
}

/** The letters of a word that may have typing errors. A shorter word is too often another word. A longer word costs too much. */
export const CORRECTED_LENGTH = { min: 4, max: 32 };

/** The words of a text that a user is typing, separated by white space. */
export function splitAtSpaces(text: string): string[] {
  return text.split(/\s+/u).filter(hasWord);
}

/** The folded words of a text, split at punctuation: the words of names in the index. `&` is the word `and`. */
export function foldedWords(text: string): readonly string[] {
  return standardWords(fold(text.replaceAll('&', ' and ')).replace(/[\p{P}\p{S}]+/gu, ' '));
}

/** The folded words of a text with a space between them: a key of phrases. */
export function foldedPhrase(text: string): string {
  return foldedWords(text).join(' ');
}

/** Equal for names that differ in case, accents, punctuation and spaces only: `7-Eleven` and `7 Eleven` are one name. */
export function nameKey(name: string): string {
  return foldedWords(name).join('') || name;
}

/**
 * Whether a word may have a typing error. Short words, long words and words with digits may not. Neither may words with letters
 * outside the Basic Multilingual Plane, which have four bytes: the automata for 16 such words take 240 MB.
 */
export function isCorrectable(word: string): boolean {
  const { length } = Array.from(word);
  const { min, max } = CORRECTED_LENGTH;
  return length >= min && length <= max && !/\p{N}|[\u{10000}-\u{10ffff}]/u.test(word);
}

/** The letters of a word that may have two typing errors. Fewer are too often another word; the time for more grows with their number. */
export const TWICE_CORRECTED_LENGTH = { min: 7, max: 20 };

/** The typing errors that a word may have at most. */
export function maxTypingErrors(word: string): 0 | 1 | 2 {
  const { length } = Array.from(word);
  if (!isCorrectable(word)) return 0;
  return length >= TWICE_CORRECTED_LENGTH.min && length <= TWICE_CORRECTED_LENGTH.max ? 2 : 1;
}

const INNER_PUNCTUATION = /(?<=[\p{L}\p{M}\p{N}])[\p{P}\p{S}]+(?=[\p{L}\p{N}])/gu;

const PUNCTUATION = /[\p{P}\p{S}]+/gu;

const ANY_PUNCTUATION = /[\p{P}\p{S}]/u;

const SEPARATOR_RUNS = new RegExp(`[${WORD_SEPARATORS}]+`, 'gu');

/**
 * Other spellings of a text. A word with punctuation inside is also spelled without it: `DAngelo` for `D'Angelo Pizza`. Users write
 * a word separator as nothing or as a space, so `AC/DC` has the spelling `ACDC`, and `D'Angelo/Bar` has `DAngeloBar` and `DAngelo`. A
 * text in a script without spaces is also spelled with spaces.
 */
export function spellingsOf(original: string): string[] {
  const text = withPlainSigns(original);
  const spaced = withSpaces(text);
  const segmented = spaced === text ? [] : [spaced];
  // Most texts have none, and indexing asks for each text of a place.
  if (!ANY_PUNCTUATION.test(text)) return segmented;
  const words = text.split(/\s+/u);
  const joined = words.flatMap((word) => [word, ...word.split(SEPARATOR_RUNS)]).flatMap(withoutPunctuation);
  return [...new Set([...segmented, ...joined])];
}

function withoutPunctuation(word: string): string[] {
  const joined = word.replace(INNER_PUNCTUATION, '');
  return joined === word ? [] : [joined];
}

/**
 * Spellings of a whole name without punctuation: with the punctuation removed, with spaces instead of it, and with spaces instead of
 * word separators only. `Posto/McDonald's` has `PostoMcDonalds`, `Posto McDonald s` and `Posto McDonalds`. Empty without words.
 */
export function exactNamesOf(text: string): string[] {
  const visible = withoutSpaces(withPlainSigns(text)).replaceAll('&', ' and ');
  const names = [visible, visible.replace(PUNCTUATION, ' '), visible.replace(SEPARATOR_RUNS, ' ')].map((name) =>
    name.replace(PUNCTUATION, '').replace(/\s+/gu, ' ').trim(),
  );
  return [...new Set(names)].filter((name) => name !== '');
}

/** How a category name matches: it starts with the typed text, it contains words that match, or not at all. */
export type CategoryMatch = 'startsWith' | 'contains' | undefined;

/** A folded name or typed text, and its words. In typed text a punctuation character between spaces is no word. */
export interface FoldedText {
  readonly words: readonly string[];
  readonly text: string;
}

export function foldText(text: string): FoldedText {
  // Each word once: the same letter a hundred times would be compared with each name as often.
  return {
    words: [...new Set(splitAtSpaces(withSpaces(text)).flatMap(foldedWords))],
    text: foldedPhrase(text),
  };
}

/** A name whose words are split at punctuation (`text`: `d angelo`), and with punctuation removed (`unpunctuated`: `dangelo`). */
export interface FoldedName extends FoldedText {
  readonly unpunctuated: string;
}

export function foldName(name: string): FoldedName {
  const words = foldedWords(name);
  const unpunctuated = splitAtSeparators(withPlainSigns(name)).map((word) =>
    foldedWords(word.replaceAll('&', '')).join(''),
  );
  return {
    words: [...new Set([...words, ...foldedWords(withSpaces(name)), ...unpunctuated])],
    text: words.join(' '),
    unpunctuated: unpunctuated.join(' '),
  };
}

/**
 * Matches a name as the index matches place names: every typed word must be a prefix of a word of the name. A prefix of
 * four letters or more may have one typing error.
 */
export function matchCategory(name: FoldedName, typed: FoldedText): CategoryMatch {
  // Only punctuation, which folding removes.
  if (typed.words.length === 0) return undefined;
  if (startsWithTyped(name, typed)) return 'startsWith';
  return typed.words.every((prefix) => name.words.some((word) => startsWithCorrected(word, prefix)))
    ? 'contains'
    : undefined;
}

export function startsWithTyped({ text, unpunctuated }: FoldedName, typed: FoldedText): boolean {
  return text.startsWith(typed.text) || unpunctuated.startsWith(typed.text);
}

/** Whether every typed word is the prefix of a word of the name, without a typing error. */
export function hasTypedPrefixes(name: FoldedText, typed: FoldedText): boolean {
  return typed.words.every((prefix) => name.words.some((word) => word.startsWith(prefix)));
}

/** Whether a word starts with the typed text, which may have one typing error if it has four letters or more. */
export function startsWithCorrected(word: string, typed: string): boolean {
  // The last check is the slowest, and few words get there.
  return word.startsWith(typed) || (startsWithMistake(word, typed) && isCorrectable(typed));
}

/** Whether a word starts with the typed text except for one wrong, missing or extra letter, or two swapped ones. */
function startsWithMistake(word: string, typed: string): boolean {
  let same = 0;
  while (same < typed.length && word[same] === typed[same]) same += 1;
  const isSwapped = word[same] === typed[same + 1] && word[same + 1] === typed[same];
  // Where the rest of the typed text starts, and where it must be in the word.
  return (
    word.startsWith(typed.slice(same), same + 1) ||
    word.startsWith(typed.slice(same + 1), same + 1) ||
    word.startsWith(typed.slice(same + 1), same) ||
    (isSwapped && word.startsWith(typed.slice(same + 2), same + 2))
  );
}

/**
 * The edits between two texts: a wrong, a missing or an extra letter, or two swapped neighbours, as in Elasticsearch (optimal
 * string alignment). No package does this: `damerau-levenshtein` fails for `categories.subcategories.name`, and all others count a
 * swap twice.
 *
 * @param limit a greater distance is returned as `limit`
 */
export function editDistance(a: string, b: string, limit = Infinity): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const wrong = a[row - 1] === b[column - 1] ? 0 : 1;
      let edits = Math.min(at(last, column) + 1, at(current, column - 1) + 1, at(last, column - 1) + wrong);
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (isSwap) edits = Math.min(edits, at(beforeLast, column - 2) + 1);
      current.push(edits);
    }
    // Both, because a swap refers to the row before the last.
    if (Math.min(...current) >= limit && Math.min(...last) >= limit) return limit;
    beforeLast = last;
    last = current;
  }
  return Math.min(at(last, b.length), limit);
}

/** An edit count of a row, which always has the column. */
function at(row: readonly number[], column: number): number {
  return row[column] ?? 0;
}
