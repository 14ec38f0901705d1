import { type SearchRequest, type WordVariants } from '../query/search-request.js';
import { type QueryClause, type SortClause } from './clauses.js';
import { areaFilters, filterClauses } from './search-body.js';
import { eachWordQuery } from './words.js';
import { fold } from '../query/fold.js';

/** The body of an Elasticsearch search that counts the places of each word. The caller adds the timeout. */
export interface WordCountBody {
  query: QueryClause;
  size: 0;
  track_total_hits: false;
  aggs: { words: { filters: { filters: QueryClause[] } } };
}

/** The body of an Elasticsearch search for the place that has the most words. The caller adds the timeout. */
export interface PartialMatchBody {
  query: QueryClause;
  sort: SortClause[];
  size: 1;
  track_total_hits: false;
  _source: false;
}

/** A place has a word as typed (both clauses match), or a variant of it, corrected or unfinished (one clause matches). */
const WEIGHTS = { similar: 0.5, asTyped: 0.5 } as const;

/** Counts the places of each word as typed. */
export function wordCountBody(request: SearchRequest, words: readonly string[]): WordCountBody {
  return {
    query: { bool: { filter: conditions(request) } },
    size: 0,
    track_total_hits: false,
    aggs: { words: { filters: { filters: eachWordQuery(words, 0) } } },
  };
}

/**
 * Finds the place that has the most words, and among those the rarest. Each word that it has is a named query, by its position.
 *
 * @param counts how many places have each word
 */
export function partialMatchBody(
  request: SearchRequest,
  words: readonly string[],
  counts: readonly number[],
  variants: WordVariants,
): PartialMatchBody {
  const similar = eachWordQuery(words, 1, variants);
  const should = eachWordQuery(words, 0).flatMap((asTyped, index) => [
    named(`${index}`, asTyped, WEIGHTS.asTyped + rarity(counts[index] ?? 0) / (words.length + 1)),
    named(`${index}`, similar[index] ?? asTyped, WEIGHTS.similar),
  ]);
  return {
    query: { bool: { filter: conditions(request), should, minimum_should_match: 1 } },
    sort: [{ _score: { order: 'desc' } }, { id: { order: 'asc' } }],
    size: 1,
    track_total_hits: false,
    _source: false,
  };
}

/** From 1 for the rarest word down to 0, so that the number of words counts more than how rare all of them are. */
function rarity(count: number): number {
  return 1 / (1 + Math.log2(1 + count));
}

function named(name: string, filter: QueryClause, boost: number): QueryClause {
  return { constant_score: { filter, boost, _name: name } };
}

/** All that the words that remain do not change. */
function conditions(request: SearchRequest): QueryClause[] {
  return [...filterClauses(request), ...areaFilters(request.where)];
}

/** Words that say little about a place, in the languages of most data sets. They are the first that are left out. */
const STOP_WORDS = setOf(
  'a an and at best by close closest for from i in is me my near nearby nearest next now of on open or the to top with',
  'a ao aos com as da das de do dos e em melhor melhores na nas no nos o os ou para perto por proximo um uma',
  'al cerca con del el en la las los mejor para y',
);

/** Words of praise and of price. Names have them too: `Good News Church`. */
const PRAISE = setOf(
  'affordable amazing awesome best better cheap cheapest excellent favorite favourite fine finest good great nice popular recommended',
  'barata baratas barato baratos boa boas bom bons economico legal melhor melhores otima otimas otimo otimos popular populares',
  'bien buen buena buenas bueno buenos excelente excelentes mejor mejores',
);

/** The different words of a text that a search without some words may keep. */
export function essentialWords(words: readonly string[]): string[] {
  const folded = words.map(fold);
  return words.filter((_, index) => {
    const word = folded[index] ?? '';
    return folded.indexOf(word) === index && !STOP_WORDS.has(word) && Array.from(word).length > 1;
  });
}

export function hasPraise(words: readonly string[]): boolean {
  return words.some(isPraise);
}

/** The essential words without praise: `pizza` for `the best pizza`. */
export function wordsWithoutPraise(words: readonly string[]): string[] {
  return essentialWords(words).filter((word) => !isPraise(word));
}

function isPraise(word: string): boolean {
  return PRAISE.has(fold(word));
}

/** The words that are not searched, in any spelling of case and accents. */
export function omittedWords(words: readonly string[], searched: readonly string[]): string[] {
  const kept = new Set(searched.map(fold));
  return words.filter((word) => !kept.has(fold(word)));
}

function setOf(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((words) => words.split(' ')));
}
