import { CORRECTED_LENGTH, isCorrectable } from '../query/text/typed-words.js';
import { countWords, isHanOrHiragana, wordsIn } from '../query/text/words.js';
import { type MatchQuery, type QueryClause } from './clauses.js';
import { SEARCH_FIELDS } from './search-fields.js';
import { unspacedWordsQuery } from './unspaced-words.js';

/**
 * How many typing errors a word may have: none, one from the fourth letter on, or also two from the seventh letter on.
 */
export type TypingErrors = 0 | 1 | 2;

/** A word has its first correction at this length, and a second one at the other. */
const MIN_LENGTH = { 1: 4, 2: 7 } as const;

/**
 * An unfinished word counts almost as much as a whole one; a typing error in the name counts little, and so does an inflection where
 * the word itself has a score.
 */
const BOOSTS = { prefix: 5, corrected: 0.9, stemBesidePhrase: 0.3 } as const;

/** No text is 1,000 letters long. */
const FUZZINESS = { 1: `AUTO:${MIN_LENGTH[1]},1000`, 2: `AUTO:${MIN_LENGTH[1]},${MIN_LENGTH[2]}` } as const;

/** A longer word has one typing error at most: the time for two grows with its length. */
const MAX_TWICE_CORRECTED_LENGTH = 20;

/** A word that Elasticsearch splits into more tokens (`a-b-c-d-e`) is not corrected. */
const MAX_TOKENS = 4;

export interface WordOptions {
  readonly typingErrors: TypingErrors;
  /** Corrections to try for each token of the word. */
  readonly expansions: number;
  /** Whether the word may be the prefix of an unfinished word. */
  readonly mayBePrefix: boolean;
  /** Whether the word may contain several words without spaces, each in another field. */
  readonly mayBeUnspaced: boolean;
  /** Whether the word is known, so that it has a typing error only if the whole name has. */
  readonly isKnown: boolean;
  /** Whether the inflections of the word match. */
  readonly isInflected: boolean;
}

export interface SearchedWord {
  readonly word: string;
  readonly options: WordOptions;
}

/**
 * Matches a word anywhere in a place, and scores it.
 *
 * @param variants other queries that match the word
 */
export function singleWordQuery(
  word: string,
  options: WordOptions,
  variants: readonly QueryClause[] = [],
): QueryClause {
  const unspaced = options.mayBeUnspaced ? unspacedWordsQuery(word) : undefined;
  return anyOf([
    ...wholeWordQueries(word, options),
    ...(unspaced ? [unspaced] : []),
    ...(options.mayBePrefix ? prefixQueries(word) : []),
    ...correctedQueries(word, SEARCH_FIELDS.words, options),
    ...variants,
  ]);
}

/** Scores places whose name has the word with typing errors. */
export function correctedNameQueries(word: string, options: WordOptions): QueryClause[] {
  return correctedQueries(word, SEARCH_FIELDS.nameWords, options, BOOSTS.corrected);
}

/**
 * Words with the same stem include the word itself, so one field is enough for a single token. Several tokens must be neighbours: the
 * characters of a Chinese word, and what punctuation separates.
 */
function wholeWordQueries(word: string, { isInflected }: WordOptions): QueryClause[] {
  const { words, wordStems } = SEARCH_FIELDS;
  if (countWords(word) <= 1) return [{ match: { [isInflected ? wordStems : words]: { query: word } } }];
  const stems = { match: { [wordStems]: { query: word, boost: BOOSTS.stemBesidePhrase } } };
  const phrases = analyzers.map((analyzer) => ({ match_phrase: { [words]: { query: word, ...analyzer } } }));
  return [...phrases, ...(isInflected ? [stems] : [])];
}

function prefixQueries(word: string): QueryClause[] {
  if (!isExpandable(word)) return [];
  return analyzersOf(word).map((analyzer) => {
    const filter = matchAll(SEARCH_FIELDS.namePrefixes, word, analyzer);
    return { constant_score: { filter, boost: BOOSTS.prefix } };
  });
}

function correctedQueries(word: string, field: string, options: WordOptions, boost?: number): QueryClause[] {
  const typingErrors = typingErrorsOf(word, options);
  if (typingErrors === 0 || options.isKnown) return [];
  const fuzzy = { fuzziness: FUZZINESS[typingErrors], max_expansions: options.expansions, ...(boost && { boost }) };
  return analyzersOf(word).map((analyzer) => matchAll(field, word, { ...fuzzy, ...analyzer }));
}

/** Matches places that have all words in their name, with typing errors; undefined if a word may not have them. */
export function correctedWholeNameQuery(words: readonly SearchedWord[]): QueryClause | undefined {
  const [first] = words;
  const mayDiffer = ({ word, options }: SearchedWord): boolean => isShort(word) || typingErrorsOf(word, options) > 0;
  if (!first || !words.every(mayDiffer)) return undefined;
  const { typingErrors, expansions } = first.options;
  if (typingErrors === 0) return undefined;
  const text = words.map(({ word }) => word).join(' ');
  return matchAll(SEARCH_FIELDS.nameWords, text, { fuzziness: FUZZINESS[typingErrors], max_expansions: expansions });
}

function isShort(word: string): boolean {
  return Array.from(word).length < MIN_LENGTH[1];
}

/** The typing errors that a word can have: fewer than the options allow if it is short. */
export function typingErrorsOf(word: string, { typingErrors, expansions }: WordOptions): TypingErrors {
  const length = Array.from(word).length;
  if (expansions === 0 || !isCorrectable(word) || !isExpandable(word)) return 0;
  const mayHaveTwo = length >= MIN_LENGTH[2] && length <= MAX_TWICE_CORRECTED_LENGTH;
  return typingErrors === 2 && !mayHaveTwo ? 1 : typingErrors;
}

/** `drive-thru` may be `Drivethru`, or `Drive Thru`. */
const analyzers = [{ analyzer: 'without_punctuation' }, { analyzer: 'split_on_punctuation' }] as const;

function analyzersOf(word: string): readonly Pick<MatchQuery, 'analyzer'>[] {
  return countWords(word) > 1 ? analyzers : [{}];
}

/**
 * Whether a word gets prefixes and corrections. A long word, and one that Elasticsearch splits into many (`a-b-c-d-e`), costs
 * too much. Han and Hiragana are too short for both.
 */
function isExpandable(word: string): boolean {
  return word.length <= CORRECTED_LENGTH.max && countWords(word) <= MAX_TOKENS && !wordsIn(word).every(isHanOrHiragana);
}

function matchAll(field: string, query: string, options: Partial<MatchQuery>): QueryClause {
  return { match: { [field]: { query, operator: 'and', ...options } } };
}

/** Matches if at least one query does. */
function anyOf(queries: readonly QueryClause[]): QueryClause {
  const [only] = queries;
  return only !== undefined && queries.length === 1
    ? only
    : { bool: { should: [...queries], minimum_should_match: 1 } };
}
