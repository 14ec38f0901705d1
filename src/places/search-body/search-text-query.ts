import { countWords, splitWords } from '../query/text/words.js';
import { type QueryClause } from './clauses.js';
import { exactNameQuery } from './exact-name.js';
import { SEARCH_FIELDS } from './search-fields.js';
import { BOOSTS, singleWordQuery, singleWordQueryWithoutCorrections } from './single-word-query.js';

/** More than the words of a text can score together. Ranks a place whose whole name is the text before all others. */
const EXACT_NAME_BOOST = 1000;

/**
 * Corrections of one word in one field, and of all words of a text. Elasticsearch counts each correction as a clause and, with
 * 16 processors and 512 MB of heap, allows 1,310 clauses for `q` and all filters together.
 */
const CORRECTIONS_PER_WORD = 20;
const CORRECTIONS_PER_TEXT = 120;

/** Words of a text that get prefixes and corrections. Further words only match as typed, without case and accents. */
const FULLY_SEARCHED_WORDS = 32;

/** Words of a text that are searched as unspaced words, each of which costs several clauses. */
const UNSPACED_WORDS = 8;

/** Fewer letters are the prefix of too many words. */
const MIN_PREFIX_LETTERS = 3;

/** Matches places that contain all words of a text, scored by how well each word matches. */
export function searchTextQuery(text: string): QueryClause {
  const words = splitWords(text);
  if (words.length === 0) return punctuationQuery(text);
  return {
    bool: {
      must: eachWordQuery(words),
      should: [
        { constant_score: { filter: exactNameQuery(text), boost: EXACT_NAME_BOOST } },
        { dis_max: { queries: [phraseIn('nameWithoutPunctuation', text), phraseIn('nameSplitOnPunctuation', text)] } },
      ],
    },
  };
}

function eachWordQuery(words: readonly string[]): QueryClause[] {
  let total = 0;
  const runningTotals = words.map((word) => (total += countWords(word)));
  const correctedWords = Math.min(total, FULLY_SEARCHED_WORDS);
  const corrections = Math.min(CORRECTIONS_PER_WORD, Math.floor(CORRECTIONS_PER_TEXT / correctedWords));
  const lastMayBePrefix = words.length > 1 || countLetters(words[0] ?? '') >= MIN_PREFIX_LETTERS;
  return words.map((word, index) => {
    const wordsSoFar = runningTotals[index] ?? 0;
    if (wordsSoFar > FULLY_SEARCHED_WORDS) return singleWordQueryWithoutCorrections(word);
    const isLast = index === words.length - 1;
    return singleWordQuery(word, {
      corrections,
      mayBePrefix: isLast && lastMayBePrefix,
      mayBeUnspaced: wordsSoFar <= UNSPACED_WORDS,
    });
  });
}

function phraseIn(field: 'nameWithoutPunctuation' | 'nameSplitOnPunctuation', text: string): QueryClause {
  return { match_phrase: { [SEARCH_FIELDS[field]]: { query: text, boost: BOOSTS.phrase } } };
}

/** A text without words: the whole name, an emoji in the name, or the `&` that stands for a word. */
function punctuationQuery(text: string): QueryClause {
  const { exactNameWithPunctuation, nameWords, nameWithoutPunctuation } = SEARCH_FIELDS;
  const exactName: QueryClause = { term: { [exactNameWithPunctuation]: { value: text } } };
  return {
    bool: {
      should: [
        { constant_score: { filter: exactName, boost: EXACT_NAME_BOOST } },
        { match_phrase: { [nameWords]: { query: text } } },
        { match_phrase: { [nameWithoutPunctuation]: { query: text } } },
      ],
      minimum_should_match: 1,
    },
  };
}

function countLetters(word: string): number {
  return word.match(/[\p{L}\p{Nd}\p{Nl}]/gu)?.length ?? 0;
}
