import { type SearchRequest } from '../query/search-request.js';
import { fold } from '../query/text/fold.js';
import { splitWords } from '../query/text/words.js';
import { type QueryClause, type SortClause } from './clauses.js';
import { filterClauses } from './search-body.js';
import { SEARCH_FIELDS } from './search-fields.js';
import { eachWordQuery } from './search-text-query.js';

/** The body of an Elasticsearch search for the place that has the most words of a text. The caller adds the timeout. */
export interface PartialMatchBody {
  query: QueryClause;
  sort: SortClause[];
  size: 1;
  track_total_hits: false;
  _source: false;
}

/** Words that connect others, in the languages of most data sets. A place that lacks one of them fits almost as well. */
const FUNCTION_WORDS = new Set(
  [
    'a an and at best by close closest for from i in is me my near nearby nearest next now of on open or the to top with',
    'a ao aos as com da das de do dos e em melhor melhores na nas no nos o os ou para perto por proximo um uma',
    'al cerca con del el en la las los mejor para y',
  ].flatMap((words) => words.split(' ')),
);

const WEIGHTS = { word: 1, functionWord: 0.1 } as const;

/** Less than any word weighs, so that it only decides which of equally many words are kept: the rarer ones. */
const RARITY_BOOST = 0.001;

/** Finds the place that has the most words of a text. Each word that it has is a named query, by its position. */
export function partialMatchBody(request: SearchRequest, text: string): PartialMatchBody {
  const should = eachWordQuery(text).map(({ word, query }, index) => ({
    constant_score: {
      filter: query,
      boost: isFunctionWord(word) ? WEIGHTS.functionWord : WEIGHTS.word,
      _name: `${index}`,
    },
  }));
  const rarity: QueryClause = { match: { [SEARCH_FIELDS.words]: { query: text, boost: RARITY_BOOST } } };
  return {
    query: {
      bool: {
        filter: filterClauses(request),
        should: [...should, rarity],
        minimum_should_match: 1,
      },
    },
    sort: [{ _score: { order: 'desc' } }, { id: { order: 'asc' } }],
    size: 1,
    track_total_hits: false,
    _source: false,
  };
}

/**
 * Divides the words of a text into those that a place has and those to leave out.
 *
 * @param matched the names of the queries of `partialMatchBody` that the place matches
 * @returns undefined if the place has only words that connect others
 */
export function partition(
  text: string,
  matched: readonly string[],
): { words: string[]; omitted: string[] } | undefined {
  const all = splitWords(text);
  const isUsed = (_: string, index: number): boolean => matched.includes(`${index}`);
  const words = all.filter(isUsed);
  if (words.every(isFunctionWord)) return undefined;
  return { words, omitted: all.filter((word, index) => !isUsed(word, index)) };
}

function isFunctionWord(word: string): boolean {
  return FUNCTION_WORDS.has(fold(word));
}
