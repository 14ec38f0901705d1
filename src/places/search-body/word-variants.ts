import { type WordVariants } from '../query/search-term.js';
import { type SynonymMatch } from '../query/text/synonyms.js';
import { type QueryClause } from './clauses.js';
import { SEARCH_FIELDS } from './search-fields.js';

/** Words of a text whose inflections count. */
const INFLECTED_WORDS = 32;

/** Pairs of neighbouring words of a text that may be one. */
const JOINED_PAIRS = 8;

/** The languages that have stemmers are written in Latin letters. A shorter word is its own stem, or that of too many. */
const INFLECTED = /^(?=(?:.*\p{L}){3})[\p{Script=Latin}\p{M}'’.-]+$/u;

const JOINED = /^[\p{Script=Latin}\p{M}\p{Nd}'’.-]+$/u;

/** Words of a text that may each be two words of a name. */
const SPLIT_WORDS = 8;

/** A shorter word is hardly two. */
const MIN_SPLIT_LENGTH = 5;

/** As much as an unfinished word. */
const SPLIT_BOOST = 5;

/** Neighbouring words that may be written as one: `mc donalds`, `night club`. */
export function joinedPairs(words: readonly string[]): SynonymMatch[] {
  return words.slice(0, JOINED_PAIRS).flatMap((word, from) => {
    const next = words[from + 1];
    if (next === undefined || !JOINED.test(word) || !JOINED.test(next)) return [];
    return [{ from, to: from + 2, texts: [word + next], isJoined: true }];
  });
}

/** The positions of words that have synonyms, so they are spelled right: `vegan` is not `Regan` with a typing error. */
export function knownWords({ synonyms }: WordVariants): ReadonlySet<number> {
  const known = synonyms.filter(({ isJoined }) => !isJoined);
  return new Set(known.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, offset) => from + offset)));
}

/** Whether the inflections of the word at this position count. */
export function isInflected(word: string, index: number, { inflections }: WordVariants): boolean {
  return inflections && index < INFLECTED_WORDS && INFLECTED.test(word);
}

/** Matches places that have a synonym of a word, or write the word as two. A synonym does not score here. */
export function variantQueries(words: readonly string[], index: number, variants: WordVariants): QueryClause[] {
  const word = words[index] ?? '';
  const synonyms = variants.synonyms.filter(({ from, to }) => from <= index && index < to);
  const queries: QueryClause[] = [];
  if (variants.inflections && index < SPLIT_WORDS && word.length >= MIN_SPLIT_LENGTH && JOINED.test(word)) {
    queries.push(writtenApart(word));
  }
  if (synonyms.length > 0) {
    const texts = [...new Set(synonyms.flatMap((match) => match.texts))];
    queries.push({ constant_score: { filter: anyTextQuery(texts, anyWord, phrase), boost: 0 } });
  }
  return queries;
}

/** Matches names that write a word as two: `Rite Aid` for `riteaid`. */
function writtenApart(word: string): QueryClause {
  const filter: QueryClause = { match: { [SEARCH_FIELDS.namePairs]: { query: word } } };
  return { constant_score: { filter, boost: SPLIT_BOOST } };
}

/** Scores places whose name has a synonym, as much for each word of the text that it stands for. */
export function synonymNameQueries({ synonyms }: WordVariants, boost: number): QueryClause[] {
  return synonyms.map(({ from, to, texts }) => ({
    constant_score: { filter: anyTextQuery(texts, anyWordOfName, allWordsOfName), boost: boost * (to - from) },
  }));
}

type TextQuery = (text: string) => QueryClause;

const anyWord: TextQuery = (query) => ({ match: { [SEARCH_FIELDS.wordStems]: { query } } });
const phrase: TextQuery = (query) => ({ match_phrase: { [SEARCH_FIELDS.wordStems]: { query } } });

// The stems of names have no positions.
const anyWordOfName: TextQuery = (query) => ({ match: { [SEARCH_FIELDS.nameStems]: { query } } });
const allWordsOfName: TextQuery = (query) => ({ match: { [SEARCH_FIELDS.nameStems]: { query, operator: 'and' } } });

/** Matches any of the texts. Each single word becomes a clause. */
function anyTextQuery(texts: readonly string[], anyOf: TextQuery, several: TextQuery): QueryClause {
  const words = texts.filter((text) => !text.includes(' '));
  const should = texts.filter((text) => text.includes(' ')).map(several);
  if (words.length > 0) should.unshift(anyOf(words.join(' ')));
  const [only] = should;
  return only !== undefined && should.length === 1 ? only : { bool: { should, minimum_should_match: 1 } };
}
