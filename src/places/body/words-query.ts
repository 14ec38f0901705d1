import { type WordsTerm } from '../query/search-request.js';
import { fold } from '../words/fold.js';
import {
  spellingsOf,
  countWords,
  splitAtSeparators,
  CORRECTED_LENGTH,
  TWICE_CORRECTED_LENGTH,
  isAlphabetic,
  maxTypingErrors,
  isHanOrHiragana,
  withoutSpaces,
  standardWords,
  writingOf,
} from '../words/words.js';
import {
  anyOf,
  type QueryClause,
  MAX_SHORT_PREFIX_LENGTH,
  constantScore,
  hasAllWords,
  SEARCH_FIELDS,
  type MatchQuery,
} from './clauses.js';
import { exactNamePrefixQuery, exactNameScores } from './exact-names.js';
import { POINTS } from './points.js';
import { JOINABLE_WORD, NO_VARIANTS, type WordVariants } from '../words/synonyms.js';

/**
 * The most corrections of one word, and of all words of a text. Elasticsearch counts each correction as a clause. With
 * 16 processors and 512 MB of heap it allows 1,310 clauses for `q` and all filters together.
 */
const CORRECTIONS_PER_WORD = 50;

const CORRECTIONS_PER_TEXT = 120;

/** Words of a text that get prefixes and corrections. Further words only match as typed, without case and accents. */
const EXPANDED_WORDS = 32;

/** In a text with more words, each word may have only one typing error: two take ten times as long. */
const TWICE_CORRECTED_WORDS = 6;

/** Words of a text that are searched as unspaced words, each of which costs several clauses. */
const UNSPACED_WORDS = 8;

/** Letters that a single word needs to be searched as a prefix. Fewer letters begin too many words. Scripts of syllables need fewer. */
const MIN_PREFIX_LETTERS = { syllables: 2, others: 3 } as const;

/** The clauses that a place must match (`must`), and clauses that only add to its score (`should`). */
export interface SearchTextQuery {
  readonly must: QueryClause[];
  readonly should: QueryClause[];
}

type SearchedText = Omit<WordsTerm, 'type'>;

/** Matches places that contain all words of a text, or variants of them, with at most so many typing errors per word. */
export function searchTextQuery(
  { text, variants = NO_VARIANTS }: SearchedText,
  typingErrors: TypingErrors,
): SearchTextQuery {
  const words = searchedWords(text, typingErrors, variants);
  if (words.length === 0) return punctuationQuery(text);
  // Longer texts find names by their words as well. Looking them up among all names would cost too much.
  const isShortPrefix =
    fold(text).length <= MAX_SHORT_PREFIX_LENGTH && words.some(({ options }) => options.mayBePrefix);
  return {
    must: orUnspaced(text, wordQueries(words, variants)),
    should: [
      ...exactNameScores(text),
      ...(isShortPrefix ? [constantScore(exactNamePrefixQuery(text), POINTS.shortNamePrefix)] : []),
      nameQuery(text),
      ...synonymNameQueries(variants, POINTS.nameSynonym),
      ...words.flatMap(({ word, options }) => correctedNameQueries(word, options)),
    ],
  };
}

/**
 * In a script without spaces, also matches names that start with the whole text. A dictionary may split an unfinished text, or an
 * unknown name, into wrong words.
 */
function orUnspaced(text: string, must: QueryClause[]): QueryClause[] {
  const unspaced = withoutSpaces(text);
  if (unspaced === text || !isExpandable(unspaced)) return must;
  const filter = hasAllWords(SEARCH_FIELDS.namePrefixes, unspaced);
  return [anyOf([{ bool: { must } }, constantScore(filter, POINTS.prefix)])];
}

/** The most typing errors that any of the words may have. A stage that allows more would find the same places. */
export function possibleTypingErrors(words: readonly string[], variants = NO_VARIANTS): TypingErrors {
  const errors = correctedWords({ text: words.join(' '), variants }, 2).map(({ typingErrors }) => typingErrors);
  return Math.max(0, ...errors) as TypingErrors;
}

/** The words of a text with the typing errors that each may have. */
export function correctedWords(
  { text, variants }: SearchedText,
  typingErrors: TypingErrors,
): { word: string; typingErrors: TypingErrors }[] {
  if (typingErrors === 0) return [];
  return searchedWords(text, typingErrors, variants).map(({ word, options }) => ({
    word,
    typingErrors: typingErrorsOf(word, options),
  }));
}

/**
 * Matches places whose field has all words of a text, each with at most so many typing errors.
 *
 * @param share the part of the corrections that this query may use, if a search has several such queries
 */
export function allWordsIn(field: string, text: string, typingErrors: TypingErrors, share = 1): QueryClause {
  if (typingErrors === 0) return hasAllWords(field, text);
  const filter = searchedWords(text, typingErrors).map(({ word, options }) => {
    const errors = typingErrorsOf(word, options);
    return hasAllWords(field, word, errors === 0 ? {} : corrections(errors, Math.floor(options.expansions * share)));
  });
  return { bool: { filter } };
}

/** One query per word, for places that match only some words. Without typing errors, no word is taken for a prefix. */
export function eachWordQuery(
  words: readonly string[],
  typingErrors: TypingErrors,
  variants = NO_VARIANTS,
): QueryClause[] {
  const searched = searchedWords(words.join(' '), typingErrors, variants).map(({ word, options }) => ({
    word,
    options: { ...options, mayBePrefix: options.mayBePrefix && typingErrors > 0 },
  }));
  return wordQueries(searched, variants);
}

/** A name has more words that begin with the letters of a shorter word: `cab` is not Cabeleireiro, but Pizzarama has `pizza`. */
const MIN_COMPOUND_LETTERS = 5;

/**
 * Matches places whose names (their name, further names and brand) have each word, an inflection or a synonym of it. The last word may be the
 * beginning of a compound.
 */
export function wordsInNamesQuery({ text, variants = NO_VARIANTS }: SearchedText): QueryClause[] {
  const searched = searchedWords(text, 0, variants);
  // An emoji is searched in names only.
  if (searched.length === 0) return punctuationQuery(text).must;
  const words = searched.map(({ word }) => word);
  const clauses = searched.map(({ word, options }, index) => {
    const isBeginning = options.mayBePrefix && (!isAlphabetic(word) || countLetters(word) >= MIN_COMPOUND_LETTERS);
    return anyOf([
      ...wholeWordQueries(word, options, NAME_FIELDS),
      ...wholeWordQueries(word, options, OTHER_NAME_FIELDS),
      ...(isBeginning ? prefixQueries(word) : []),
      ...variantQueries(words, index, variants, anyTextOfNames),
    ]);
  });
  return orUnspaced(text, clauses);
}

function wordQueries(searched: readonly SearchedWord[], variants: WordVariants): QueryClause[] {
  const words = searched.map(({ word }) => word);
  return searched.map(({ word, options }, index) =>
    singleWordQuery(word, options, variantQueries(words, index, variants)),
  );
}

function searchedWords(text: string, typingErrors: TypingErrors, variants = NO_VARIANTS): SearchedWord[] {
  const words = splitAtSeparators(text);
  const withSynonyms = wordsWithSynonyms(variants);
  let total = 0;
  const runningTotals = words.map((word) => (total += countWords(word)));
  const expansions = Math.min(CORRECTIONS_PER_WORD, Math.floor(CORRECTIONS_PER_TEXT / Math.min(total, EXPANDED_WORDS)));
  const mostErrors = total > TWICE_CORRECTED_WORDS ? 1 : 2;
  const lastMayBePrefix = words.length > 1 || isLongPrefix(words[0] ?? '');
  return words.map((word, index) => {
    const wordsSoFar = runningTotals[index] ?? 0;
    const isExpanded = wordsSoFar <= EXPANDED_WORDS;
    const isLast = index === words.length - 1;
    const hasSynonyms = withSynonyms.has(index);
    const mayHaveErrors = isExpanded && !(hasSynonyms && words.length === 1);
    const options = {
      typingErrors: mayHaveErrors ? least(typingErrors, mostErrors) : 0,
      expansions,
      mayBePrefix: isExpanded && isLast && lastMayBePrefix,
      mayBeUnspaced: wordsSoFar <= UNSPACED_WORDS,
      hasSynonyms,
      isInflected: isInflected(word, index, variants),
    } as const;
    return { word, options };
  });
}

/**
 * Scores the words of the name as typed. With punctuation inside a word, a name that has the same punctuation scores as much.
 */
function nameQuery(text: string): QueryClause {
  const { nameWords, nameWithPunctuation, otherNameWords } = SEARCH_FIELDS;
  const matchIn = (field: string, boost: number): QueryClause => ({ match: { [field]: { query: text, boost } } });
  const names = spellingsOf(text).length === 0 ? [nameWords] : [nameWords, nameWithPunctuation];
  const queries = names.map((field) => matchIn(field, POINTS.nameWord));
  return { dis_max: { queries: [...queries, matchIn(otherNameWords, POINTS.otherNameWord)] } };
}

/** A text without words: the whole name, an emoji in the name, or the `&` that stands for a word. */
function punctuationQuery(text: string): SearchTextQuery {
  const { exactName, nameWithPunctuation, nameWords } = SEARCH_FIELDS;
  const exactNameClause: QueryClause = { term: { [exactName]: { value: text } } };
  const symbols = [nameWithPunctuation, nameWords].map((field) => ({ match_phrase: { [field]: { query: text } } }));
  return {
    must: [{ bool: { should: [exactNameClause, ...symbols], minimum_should_match: 1 } }],
    should: [constantScore(exactNameClause, POINTS.exactName)],
  };
}

function least(a: TypingErrors, b: TypingErrors): TypingErrors {
  return a < b ? a : b;
}

function isLongPrefix(word: string): boolean {
  return countLetters(word) >= MIN_PREFIX_LETTERS[writingOf(word) === 'syllables' ? 'syllables' : 'others'];
}

function countLetters(word: string): number {
  return word.match(/[\p{L}\p{Nd}\p{Nl}]/gu)?.length ?? 0;
}

/** Words of a text whose inflections count. */
const INFLECTED_WORDS = 32;

/** Words that may have inflections. All languages with stemmers use Latin letters. A word of one or two letters has no useful stem. */
const INFLECTED = /^(?=(?:.*\p{L}){3})[\p{Script=Latin}\p{M}'’.-]+$/u;

/** Words of a text that may each be two words of a name. */
const SPLIT_WORDS = 8;

/** Shorter words are not split. */
const MIN_SPLIT_LENGTH = 5;

/** The positions of words that have synonyms. Such words are probably spelled right: `vegan` is not `Regan` with a typing error. */
function wordsWithSynonyms({ synonyms }: WordVariants): ReadonlySet<number> {
  const ofWords = synonyms.filter(({ isSpelling }) => !isSpelling);
  return new Set(ofWords.flatMap(({ from, end }) => Array.from({ length: end - from }, (_, offset) => from + offset)));
}

/** Whether the inflections of the word at this position count. */
function isInflected(word: string, index: number, { inflections }: WordVariants): boolean {
  return inflections && index < INFLECTED_WORDS && INFLECTED.test(word);
}

/** Matches places that have a synonym of a word, or write the word as two. A synonym does not score here. */
function variantQueries(
  words: readonly string[],
  index: number,
  variants: WordVariants,
  anyText: (texts: readonly string[]) => QueryClause = anyTextOfPlace,
): QueryClause[] {
  const word = words[index] ?? '';
  const synonyms = variants.synonyms.filter(({ from, end }) => from <= index && index < end);
  const queries: QueryClause[] = [];
  if (variants.inflections && index < SPLIT_WORDS && word.length >= MIN_SPLIT_LENGTH && JOINABLE_WORD.test(word)) {
    queries.push(writtenApart(word));
  }
  if (synonyms.length > 0) {
    const texts = [...new Set(synonyms.flatMap((match) => match.texts))];
    queries.push({ constant_score: { filter: anyText(texts), boost: 0 } });
  }
  return queries;
}

/** Matches names that write a word as two: `Rite Aid` for `riteaid`. */
function writtenApart(word: string): QueryClause {
  const filter: QueryClause = { match: { [SEARCH_FIELDS.namePairs]: { query: word } } };
  return { constant_score: { filter, boost: POINTS.splitWord } };
}

/** Scores places whose name has a synonym: `boost` for each word of the text that the synonym stands for. */
function synonymNameQueries({ synonyms }: WordVariants, boost: number): QueryClause[] {
  return synonyms.map(({ from, end, texts }) => ({
    constant_score: { filter: anyTextOfNames(texts), boost: boost * (end - from) },
  }));
}

/** Matches places that have any of the texts. Each single word becomes a clause. */
function anyTextOfPlace(texts: readonly string[]): QueryClause {
  const { wordStems } = SEARCH_FIELDS;
  return anyTextQuery(texts, wordStems, (query) => ({ match_phrase: { [wordStems]: { query } } }));
}

/** The same for their names. The stems of names have no positions. */
function anyTextOfNames(texts: readonly string[]): QueryClause {
  const { nameStems } = SEARCH_FIELDS;
  return anyTextQuery(texts, nameStems, (query) => hasAllWords(nameStems, query));
}

function anyTextQuery(texts: readonly string[], field: string, several: (text: string) => QueryClause): QueryClause {
  const words = texts.filter((text) => !text.includes(' '));
  const should = texts.filter((text) => text.includes(' ')).map(several);
  if (words.length > 0) should.unshift({ match: { [field]: { query: words.join(' ') } } });
  return anyOf(should);
}

/**
 * The typing errors that a word may have at most. The length of the word limits them further: 7 to 20 letters allow two, 4 to 6 and 21
 * to 32 letters one, all other lengths none.
 */
export type TypingErrors = 0 | 1 | 2;

/** 1,000 stands for "never": no text is so long. */
const FUZZINESS = {
  1: `AUTO:${CORRECTED_LENGTH.min},1000`,
  2: `AUTO:${CORRECTED_LENGTH.min},${TWICE_CORRECTED_LENGTH.min}`,
} as const;

function corrections(typingErrors: 1 | 2, expansions: number): Partial<MatchQuery> {
  return { fuzziness: FUZZINESS[typingErrors], max_expansions: Math.max(1, expansions) };
}

/** A word that Elasticsearch splits into more tokens (`a-b-c-d-e`) is not corrected. */
const MAX_TOKENS = 4;

interface WordOptions {
  readonly typingErrors: TypingErrors;
  /** Corrections to try for each token of the word. */
  readonly expansions: number;
  /** Whether the word may be the prefix of an unfinished word. */
  readonly mayBePrefix: boolean;
  /** Whether the word may be several words of a script without spaces, which different fields may have. */
  readonly mayBeUnspaced: boolean;
  /** Whether the word has synonyms, so it is probably spelled right: it is not corrected. */
  readonly hasSynonyms: boolean;
  /** Whether the inflections of the word match. */
  readonly isInflected: boolean;
}

interface SearchedWord {
  readonly word: string;
  readonly options: WordOptions;
}

/**
 * Matches a word anywhere in a place, and scores it.
 *
 * @param variants other queries that match the word
 */
function singleWordQuery(word: string, options: WordOptions, variants: readonly QueryClause[]): QueryClause {
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
function correctedNameQueries(word: string, options: WordOptions): QueryClause[] {
  return correctedQueries(word, SEARCH_FIELDS.nameWords, options, POINTS.correctedWord);
}

interface WordFields {
  readonly words: string;
  readonly stems: string;
}

const ALL_FIELDS: WordFields = { words: SEARCH_FIELDS.words, stems: SEARCH_FIELDS.wordStems };

const NAME_FIELDS: WordFields = { words: SEARCH_FIELDS.nameWords, stems: SEARCH_FIELDS.nameStems };

/** The index has no stems of further names. */
const OTHER_NAME_FIELDS: WordFields = { words: SEARCH_FIELDS.otherNameWords, stems: SEARCH_FIELDS.otherNameWords };

/**
 * Words with the same stem include the word itself, so one field is enough for a single token. Several tokens must be neighbours: the
 * characters of a Chinese word, and what punctuation separates.
 */
function wholeWordQueries(
  word: string,
  { isInflected }: WordOptions,
  { words, stems: wordStems }: WordFields = ALL_FIELDS,
): QueryClause[] {
  if (countWords(word) <= 1) return [{ match: { [isInflected ? wordStems : words]: { query: word } } }];
  const stems = { match: { [wordStems]: { query: word, boost: POINTS.stemNextToPhrase } } };
  const phrases = analyzers.map((analyzer) => ({ match_phrase: { [words]: { query: word, ...analyzer } } }));
  return [...phrases, ...(isInflected ? [stems] : [])];
}

function prefixQueries(word: string): QueryClause[] {
  if (!isExpandable(word)) return [];
  const { namePrefixes, otherNamePrefixes } = SEARCH_FIELDS;
  return analyzersOf(word).map((analyzer) => ({
    dis_max: {
      queries: [
        constantScore(hasAllWords(namePrefixes, word, analyzer), POINTS.prefix),
        constantScore(hasAllWords(otherNamePrefixes, word, analyzer), POINTS.otherNamePrefix),
      ],
    },
  }));
}

function correctedQueries(word: string, field: string, options: WordOptions, boost?: number): QueryClause[] {
  const typingErrors = typingErrorsOf(word, options);
  if (typingErrors === 0 || options.hasSynonyms) return [];
  const fuzzy = { ...corrections(typingErrors, options.expansions), ...(boost && { boost }) };
  return analyzersOf(word).map((analyzer) => hasAllWords(field, word, { ...fuzzy, ...analyzer }));
}

/** The typing errors that a word can have: fewer than the options allow if it is short. */
function typingErrorsOf(word: string, { typingErrors, expansions }: WordOptions): TypingErrors {
  return expansions === 0 || !isExpandable(word) ? 0 : least(typingErrors, maxTypingErrors(word));
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
  return (
    word.length <= CORRECTED_LENGTH.max && countWords(word) <= MAX_TOKENS && !standardWords(word).every(isHanOrHiragana)
  );
}

const WRITTEN_WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** A Chinese or Japanese word has at least two characters, so a shorter text is a single word. */
const MIN_CHARACTERS = 4;

/**
 * In scripts without spaces one text may contain words of the name and of the address: `上海星巴克` is 星巴克 in 上海. The word
 * boundary is unknown, so each character must be found in a pair with the character before or after it. Single characters are
 * in too many names.
 *
 * @returns `undefined` for other scripts, and for a text that is too short to contain several words
 */
function unspacedWordsQuery(text: string): QueryClause | undefined {
  const words = standardWords(text);
  const minWords = words.every(isHanOrHiragana) ? MIN_CHARACTERS : 2;
  if (!WRITTEN_WITHOUT_SPACES.test(text) || words.length < minWords) return undefined;
  const filter = words.map((word, index) => {
    const pairs = [words.slice(Math.max(index - 1, 0), index + 1), words.slice(index, index + 2)].filter(
      ({ length }) => length === 2,
    );
    const phrases = isHanOrHiragana(word) ? pairs.map((pair) => pair.join('')) : [word];
    return { bool: { should: phrases.map(anywhere), minimum_should_match: 1 } };
  });
  return { bool: { filter } };
}

function anywhere(phrase: string): QueryClause {
  return { match_phrase: { [SEARCH_FIELDS.words]: { query: phrase } } };
}
