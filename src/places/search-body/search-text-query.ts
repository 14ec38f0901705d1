import { NO_VARIANTS, type WordsTerm, type WordVariants } from '../query/search-term.js';
import { fold } from '../query/text/fold.js';
import { spellingsOf } from '../query/text/spellings.js';
import { countWords, splitWords } from '../query/text/words.js';
import { type QueryClause } from './clauses.js';
import { exactNamePrefixQuery, exactNameQuery } from './exact-name.js';
import { MAX_SHORT_PREFIX_LENGTH, SEARCH_FIELDS } from './search-fields.js';
import {
  singleWordQuery,
  correctedNameQueries,
  typingErrorsOf,
  correctedWholeNameQuery,
  type SearchedWord,
  type TypingErrors,
} from './single-word-query.js';
import { isInflected, knownWords, synonymNameQueries, variantQueries } from './word-variants.js';

/** More than the words of a text can score together. Ranks a place whose whole name is the text before all others. */
export const EXACT_NAME_BOOST = 1000;

/** Beside the score of a word anywhere in the place. */
const BOOSTS = { name: 4, nameSynonym: 1, exactNamePrefix: 3 } as const;

/**
 * Corrections of one word, and of all words of a text. Elasticsearch counts each correction as a clause and, with
 * 16 processors and 512 MB of heap, allows 1,310 clauses for `q` and all filters together.
 */
const CORRECTIONS_PER_WORD = 50;
const CORRECTIONS_PER_TEXT = 120;

/** Words of a text that get prefixes and corrections. Further words only match as typed, without case and accents. */
const EXPANDED_WORDS = 32;

/** In a longer text a word has one typing error at most: two take ten times as long. */
const TWICE_CORRECTED_WORDS = 6;

/** Words of a text that are searched as unspaced words, each of which costs several clauses. */
const UNSPACED_WORDS = 8;

/** Fewer letters are the prefix of too many words. */
const MIN_PREFIX_LETTERS = 3;

/** What a place must match, and what else adds to its score. */
export interface SearchTextQuery {
  readonly must: QueryClause[];
  readonly should: QueryClause[];
}

type SearchedText = Omit<WordsTerm, 'type'>;

/** Matches places that contain all words of a text, or variants of them, with at most so many typing errors per word. */
export function searchTextQuery(
  { text, scoredText = text, variants = NO_VARIANTS }: SearchedText,
  typingErrors: TypingErrors,
): SearchTextQuery {
  const words = searchedWords(text, typingErrors, variants);
  if (words.length === 0) return punctuationQuery(text);
  // Longer prefixes of names are found by their words as well, and would have to be looked up among all names.
  const isShortPrefix =
    fold(text).length <= MAX_SHORT_PREFIX_LENGTH && words.some(({ options }) => options.mayBePrefix);
  return {
    must: allWordsQueries(words, variants),
    should: [
      constantScore(exactNameQuery(text), EXACT_NAME_BOOST),
      ...(scoredText === text ? [] : [constantScore(exactNameQuery(scoredText), EXACT_NAME_BOOST)]),
      ...(isShortPrefix ? [constantScore(exactNamePrefixQuery(text), BOOSTS.exactNamePrefix)] : []),
      nameQuery(scoredText),
      ...synonymNameQueries(variants, BOOSTS.nameSynonym),
      ...words.flatMap(({ word, options }) => correctedNameQueries(word, options)),
    ],
  };
}

/** The typing errors that any of the words may have. More would find the same. */
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

/** One query per word, for places that match only some of them. A word as typed is not also taken for a prefix. */
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

/** A known word may have a typing error beside other words of the same name: `Asian Place` for Asian Palace. */
function allWordsQueries(words: readonly SearchedWord[], variants: WordVariants): QueryClause[] {
  const must = wordQueries(words, variants);
  const hasKnown = words.length <= TWICE_CORRECTED_WORDS && words.some(({ options }) => options.isKnown);
  const inName = hasKnown ? correctedWholeNameQuery(words) : undefined;
  return inName ? [{ bool: { should: [{ bool: { must } }, inName], minimum_should_match: 1 } }] : must;
}

function wordQueries(searched: readonly SearchedWord[], variants: WordVariants): QueryClause[] {
  const words = searched.map(({ word }) => word);
  return searched.map(({ word, options }, index) =>
    singleWordQuery(word, options, variantQueries(words, index, variants)),
  );
}

function searchedWords(text: string, typingErrors: TypingErrors, variants = NO_VARIANTS): SearchedWord[] {
  const words = splitWords(text);
  const known = knownWords(variants);
  let total = 0;
  const runningTotals = words.map((word) => (total += countWords(word)));
  const expansions = Math.min(CORRECTIONS_PER_WORD, Math.floor(CORRECTIONS_PER_TEXT / Math.min(total, EXPANDED_WORDS)));
  const mostErrors = total > TWICE_CORRECTED_WORDS ? 1 : 2;
  const lastMayBePrefix = words.length > 1 || countLetters(words[0] ?? '') >= MIN_PREFIX_LETTERS;
  return words.map((word, index) => {
    const wordsSoFar = runningTotals[index] ?? 0;
    const isExpanded = wordsSoFar <= EXPANDED_WORDS;
    const isLast = index === words.length - 1;
    const isKnown = known.has(index);
    const mayHaveErrors = isExpanded && !(isKnown && words.length === 1);
    const options = {
      typingErrors: mayHaveErrors ? least(typingErrors, mostErrors) : 0,
      expansions,
      mayBePrefix: isExpanded && isLast && lastMayBePrefix,
      mayBeUnspaced: wordsSoFar <= UNSPACED_WORDS,
      isKnown,
      isInflected: isInflected(word, index, variants),
    } as const;
    return { word, options };
  });
}

/**
 * Scores the words of the name as typed. With punctuation inside a word, a name that has the same punctuation scores as much.
 */
function nameQuery(text: string): QueryClause {
  const { nameWords, nameWithPunctuation } = SEARCH_FIELDS;
  const matchIn = (field: string): QueryClause => ({ match: { [field]: { query: text, boost: BOOSTS.name } } });
  if (spellingsOf(text).length === 0) return matchIn(nameWords);
  return { dis_max: { queries: [matchIn(nameWords), matchIn(nameWithPunctuation)] } };
}

export function constantScore(filter: QueryClause, boost: number): QueryClause {
  return { constant_score: { filter, boost } };
}

/** A text without words: the whole name, an emoji in the name, or the `&` that stands for a word. */
function punctuationQuery(text: string): SearchTextQuery {
  const { exactName, nameWithPunctuation, nameWords } = SEARCH_FIELDS;
  const isExactName: QueryClause = { term: { [exactName]: { value: text } } };
  const symbols = [nameWithPunctuation, nameWords].map((field) => ({ match_phrase: { [field]: { query: text } } }));
  return {
    must: [{ bool: { should: [isExactName, ...symbols], minimum_should_match: 1 } }],
    should: [constantScore(isExactName, EXACT_NAME_BOOST)],
  };
}

function least(a: TypingErrors, b: TypingErrors): TypingErrors {
  return a < b ? a : b;
}

function countLetters(word: string): number {
  return word.match(/[\p{L}\p{Nd}\p{Nl}]/gu)?.length ?? 0;
}
