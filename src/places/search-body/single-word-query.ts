import { countWords, isHanOrHiragana, wordsIn } from '../query/text/words.js';
import { type QueryClause } from './clauses.js';
import { SEARCH_FIELDS } from './search-fields.js';
import { unspacedWordsQuery } from './unspaced-words.js';

/**
 * Scores by field and kind of match: the name before categories and address, a word with its accents before one without, and
 * an uncorrected word before a corrected one.
 */
export const BOOSTS = {
  nameWithAccents: 4,
  name: 3,
  categories: 1.5,
  address: 1,
  prefix: 5,
  correctedName: 0.9,
  correctedCategories: 0.4,
  correctedAddress: 0.3,
  phrase: 2,
  unspaced: 0.3,
} as const;

/** One error from the fourth letter on, two from the ninth. */
const FUZZINESS = 'AUTO:4,9';

/** A longer word is not corrected: the time that it takes grows with its length. */
const MAX_CORRECTED_LENGTH = 32;

/** A word that Elasticsearch splits into more tokens (`a-b-c-d-e`) is not corrected. */
const MAX_TOKENS = 4;

interface WordOptions {
  /** Corrections to try in one field. */
  readonly corrections: number;
  /** Whether the word may be the prefix of an unfinished word. */
  readonly mayBePrefix: boolean;
  /** Whether the word may contain several words without spaces, each in another field. */
  readonly mayBeUnspaced: boolean;
}

/** Matches a word anywhere and scores its best match. */
export function singleWordQuery(word: string, { corrections, mayBePrefix, mayBeUnspaced }: WordOptions): QueryClause {
  const queries = literalQueries(word);
  const unspaced = mayBeUnspaced ? unspacedWordsQuery(word, BOOSTS.unspaced) : undefined;
  if (unspaced) queries.push(unspaced);
  if (isExpandable(word)) {
    const { nameSpellingWords, nameSplitOnPunctuation } = SEARCH_FIELDS;
    // `drive-thr` may be a prefix of `Drivethru` or of `Drive Thru`.
    const names = countWords(word) > 1 ? [nameSpellingWords, nameSplitOnPunctuation] : [nameSpellingWords];
    if (!/\p{N}/u.test(word)) queries.push(...correctedQueries(word, names, corrections));
    if (mayBePrefix) queries.push(...names.map((field) => prefixQuery(field, word)));
  }
  return { dis_max: { queries } };
}

/** The cheap query for the words of a long text that come after the fully searched ones. */
export function singleWordQueryWithoutCorrections(word: string): QueryClause {
  const { nameWithoutPunctuation, categoriesWithoutPunctuation, addressWithoutPunctuation } = SEARCH_FIELDS;
  return {
    dis_max: {
      queries: [
        allWordsIn(nameWithoutPunctuation, word, BOOSTS.name),
        allWordsIn(categoriesWithoutPunctuation, word, BOOSTS.categories),
        allWordsIn(addressWithoutPunctuation, word, BOOSTS.address),
      ],
    },
  };
}

function literalQueries(word: string): QueryClause[] {
  const fields = SEARCH_FIELDS;
  return [
    allWordsIn(fields.nameWithAccents, word, BOOSTS.nameWithAccents),
    allWordsIn(fields.nameWithoutPunctuation, word, BOOSTS.name),
    allWordsIn(fields.nameSplitOnPunctuation, word, BOOSTS.name),
    allWordsIn(fields.categoriesWithoutPunctuation, word, BOOSTS.categories),
    allWordsIn(fields.categoriesSplitOnPunctuation, word, BOOSTS.categories),
    allWordsIn(fields.addressWithoutPunctuation, word, BOOSTS.address),
    allWordsIn(fields.addressSplitOnPunctuation, word, BOOSTS.address),
  ];
}

function correctedQueries(word: string, names: readonly string[], corrections: number): QueryClause[] {
  const { categoriesSplitOnPunctuation, addressSplitOnPunctuation } = SEARCH_FIELDS;
  const corrected = (field: string, boost: number): QueryClause => ({
    match: {
      [field]: { query: word, operator: 'and', fuzziness: FUZZINESS, max_expansions: corrections, boost },
    },
  });
  return [
    ...names.map((field) => corrected(field, BOOSTS.correctedName)),
    corrected(categoriesSplitOnPunctuation, BOOSTS.correctedCategories),
    corrected(addressSplitOnPunctuation, BOOSTS.correctedAddress),
  ];
}

/**
 * Whether a word gets prefixes and corrections. A long word, and one that Elasticsearch splits into many (`a-b-c-d-e`), costs
 * too much. Han and Hiragana are too short for both.
 */
function isExpandable(word: string): boolean {
  return word.length <= MAX_CORRECTED_LENGTH && countWords(word) <= MAX_TOKENS && !wordsIn(word).every(isHanOrHiragana);
}

function allWordsIn(field: string, query: string, boost: number): QueryClause {
  return { match: { [field]: { query, operator: 'and', boost } } };
}

function prefixQuery(field: string, query: string): QueryClause {
  return { match_bool_prefix: { [field]: { query, operator: 'and', boost: BOOSTS.prefix } } };
}
