import { fold } from './fold.js';
import { phrasesByMeaning } from './word-lists.js';
import { splitAtSeparators, withSpaces } from './words.js';

/** Neighbouring words of a text, from the position `from` up to, but without, `end`, and texts that mean the same. */
export interface SynonymMatch {
  readonly from: number;
  readonly end: number;
  readonly texts: readonly string[];
  /** Whether the texts are only another spelling: words written as one, a street in full. Such words may have typing errors; words with synonyms may not. */
  readonly isSpelling?: true;
}

/** Other words that match the words of a text, in every stage. */
export interface WordVariants {
  /** Whether inflections count: `library` for `libraries`. */
  readonly inflections: boolean;
  /** Synonyms of words of the text, and pairs of words that may be one word. */
  readonly synonyms: readonly SynonymMatch[];
}

export const NO_VARIANTS: WordVariants = { inflections: false, synonyms: [] };

/** The most pairs of words of a text that are also searched as one word. */
const MAX_JOINED_PAIRS = 8;

/** A word that may be a part of a longer word, or two words written as one. */
export const JOINABLE_WORD = /^[\p{Script=Latin}\p{M}\p{Nd}'’.-]+$/u;

/** Neighbouring words that may be written as one: `mc donalds`, `night club`. */
export function joinedPairs(words: readonly string[]): SynonymMatch[] {
  return words.slice(0, MAX_JOINED_PAIRS).flatMap((word, from) => {
    const next = words[from + 1];
    if (next === undefined || !JOINABLE_WORD.test(word) || !JOINABLE_WORD.test(next)) return [];
    return [{ from, end: from + 2, texts: [word + next], isSpelling: true }];
  });
}

/** Letters before the ending: `str` alone is a word of its own. */
const MIN_BEFORE_ENDING = 3;

/** The other spelling of words that end with a word for a street, in full or short: `Sonnenstraße` for `Sonnenstr.`, and the reverse. */
export function streetEndings(words: readonly string[]): SynonymMatch[] {
  return wordsToKeys(words).flatMap((key, from) => {
    const texts = shortEndings.flatMap(([short, full]) => {
      const [ending, other] = key.endsWith(short) ? [short, full] : [full, short];
      const isLong = key.length >= ending.length + MIN_BEFORE_ENDING;
      return isLong && key.endsWith(ending) ? [key.slice(0, -ending.length) + other] : [];
    });
    return texts.length === 0 ? [] : [{ from, end: from + 1, texts, isSpelling: true }];
  });
}

const shortEndings = phrasesByMeaning('street ending').flatMap(([short, endings]) =>
  endings.map((full) => [fold(short), fold(full)] as const),
);

/** The most words of all synonyms of a text. Each is a clause, and Elasticsearch limits clauses. */
const MAX_SYNONYM_WORDS = 60;

/** Synonyms of words and of groups of words, whatever their case, accents and punctuation. */
export class Synonyms {
  private readonly textsByKey = new Map<string, Set<string>>();
  private longestKey = 0;

  /** Adds synonyms of a text, in one direction. */
  add(text: string, synonyms: readonly string[]): void {
    const words = textToKeys(text);
    const found = synonyms.map((one) => keyOf(textToKeys(one))).filter((synonym) => synonym !== keyOf(words));
    this.addKey(keyOf(words), found);
    if (words.length > 1) this.addKey(words.join(''), [...found, keyOf(words)]);
    this.longestKey = Math.max(this.longestKey, words.length + 1);
  }

  private addKey(key: string, texts: readonly string[]): void {
    this.textsByKey.set(key, new Set([...(this.textsByKey.get(key) ?? []), ...texts]));
  }

  /** The number of keys that have synonyms. */
  get size(): number {
    return this.textsByKey.size;
  }

  /**
   * Finds the words of a text that have synonyms, from the left. Each match has as many words as possible. Plurals count as
   * singulars, and words may be written together or apart: `tea rooms` for `tearoom`.
   */
  find(typed: readonly string[]): SynonymMatch[] {
    const words = wordsToKeys(typed);
    const matches: SynonymMatch[] = [];
    let left = MAX_SYNONYM_WORDS;
    for (let from = 0; from < words.length;) {
      const match = this.longestAt(words, from);
      if (match) {
        const asTyped = keyOf(words.slice(match.from, match.end));
        const texts = match.texts.filter((text) => text !== asTyped && (left -= text.split(' ').length) >= 0);
        if (texts.length > 0) matches.push({ ...match, texts });
      }
      from = match?.end ?? from + 1;
    }
    return matches;
  }

  private longestAt(words: readonly string[], from: number): SynonymMatch | undefined {
    for (let end = Math.min(words.length, from + this.longestKey); end > from; end -= 1) {
      const texts = this.textsOf(words.slice(from, end));
      if (texts) return { from, end, texts: [...texts] };
    }
    return undefined;
  }

  private textsOf(words: readonly string[]): Set<string> | undefined {
    for (const candidate of candidatesFor(words)) {
      const texts = this.textsByKey.get(keyOf(candidate));
      if (texts) return texts;
    }
    if (!mayBeOneWord(words)) return undefined;
    for (const candidate of candidatesFor(words)) {
      const texts = this.textsByKey.get(candidate.join(''));
      if (texts) return texts;
    }
    return undefined;
  }
}

/** The words as typed, then with the singular of the last word (`gas stations`) or of the first (`postos de gasolina`). */
function* candidatesFor(words: readonly string[]): Generator<readonly string[]> {
  yield words;
  const [first = ''] = words;
  const last = words.at(-1) ?? '';
  for (const singular of possibleSingulars(last)) yield [...words.slice(0, -1), singular];
  if (words.length > 1) for (const singular of possibleSingulars(first)) yield [singular, ...words.slice(1)];
}

function textToKeys(text: string): string[] {
  return wordsToKeys(splitAtSeparators(withSpaces(text)));
}

/** Folded words without punctuation: `drivein` for `Drive-In`. */
function wordsToKeys(words: readonly string[]): string[] {
  return words.map((word) => fold(word).replace(/[\p{P}\p{S}]+/gu, ''));
}

/** `st a` is not `sta`. */
function mayBeOneWord(words: readonly string[]): boolean {
  return words.length > 1 && words.every(({ length }) => length > 1);
}

function keyOf(words: readonly string[]): string {
  return words.join(' ');
}

/** Endings of plurals in English and Portuguese, without accents, with the endings of their singulars. */
const PLURALS: readonly (readonly [plural: RegExp, singular: string])[] = [
  [/[ao]es$/u, 'ao'],
  [/ais$/u, 'al'],
  [/eis$/u, 'el'],
  [/ois$/u, 'ol'],
  [/ns$/u, 'm'],
  [/ies$/u, 'y'],
  [/es$/u, ''],
  [/s$/u, ''],
];

/** A singular has at least two letters: `as` is no plural. */
const MIN_LETTERS = 3;

/** The possible singulars of a folded word. Most of them do not exist, so look them up among real words. */
function possibleSingulars(word: string): string[] {
  if (word.length < MIN_LETTERS || !word.endsWith('s')) return [];
  return PLURALS.flatMap(([plural, singular]) => (plural.test(word) ? [word.replace(plural, singular)] : []));
}

/** The spellings of each word: the word itself, and the synonyms of this word alone, such as `street` for `st`. */
export function spellingsOfEach(words: readonly string[], { synonyms }: WordVariants): string[][] {
  return words.map((word, at) => [
    word,
    ...synonyms.filter(({ from, end }) => from === at && end === at + 1).flatMap(({ texts }) => texts),
  ]);
}
