import { Injectable } from '@nestjs/common';
import { type SearchRequest } from './query/search-request.js';
import { splitWords } from './query/text/words.js';
import { essentialWords, omittedWords, partialMatchBody, wordCountBody } from './search-body/partial-match.js';
import { searchBody, type SearchBody } from './search-body/search-body.js';
import { isAffordable } from './affordable-search.js';
import { searchCost, totalCost } from './search-body/search-cost.js';
import { possibleTypingErrors } from './search-body/search-text-query.js';
import { type TypingErrors } from './search-body/single-word-query.js';
import { type SearchHits } from './search-index/search-hits.js';
import { noTime } from './search-index/search-protection.js';
import { PlaceSearcher, type SearchOptions } from './search-index/place-searcher.js';
import { type SearchStage, stageBody, type StagedRequest } from './search-stage.js';

/** One page of a search, and the stage that found it. Absent without words. */
export type StagedHits = SearchHits & { stage?: SearchStage };

/** Sends the body of one stage. */
type RunSearch = (body: SearchBody, options: SearchOptions) => Promise<SearchHits>;

/**
 * Searches with the words as typed. If that finds nothing, it allows one typing error per word, then two, and then leaves
 * words out (docs/query-language.md).
 */
@Injectable()
export class StagedSearch {
  constructor(private readonly searcher: PlaceSearcher) {}

  /**
   * @param target what is searched, and for whom
   * @param run sends the body of a stage with these options
   * @throws ProblemError as `SearchProtection.run()`
   */
  async search(
    request: StagedRequest,
    target: Pick<SearchOptions, 'preference' | 'pointInTime' | 'caller'>,
    run: RunSearch,
  ): Promise<StagedHits> {
    const options: SearchOptions = { ...target, spent: noTime(), cost: costOf(request, 0) };
    if (request.term?.type !== 'words') return run(searchBody(request), options);
    const send = (stage: SearchStage): Promise<SearchHits> => {
      const cost = stage.typingErrors === 0 ? options.cost : costOf(request, stage.typingErrors);
      return run(stageBody(request, stage), { ...options, cost });
    };
    const typed: SearchStage = { typingErrors: 0, words: splitWords(request.term.text), omitted: [] };
    const hits = await withCorrections(request, typed, send);
    if (hits.found > 0 || request.match !== 'relaxed' || typed.words.length < 2 || !isAffordable(request, 1))
      return hits;
    const words = await this.mostWords(request, typed.words, options);
    if (words.length === 0) return hits;
    const omitted = omittedWords(typed.words, words);
    const relaxed = await withCorrections(request, { ...typed, words, omitted }, send);
    return relaxed.found > 0 ? relaxed : hits;
  }

  /** The words of the place that has the most of them, and the rarest. */
  private async mostWords(
    request: SearchRequest,
    typed: readonly string[],
    options: SearchOptions,
  ): Promise<readonly string[]> {
    const words = essentialWords(typed);
    if (words.length === 0) return [];
    const similar = { ...options, cost: costOf(request, 1) };
    const counts = await this.searcher.wordCounts(wordCountBody(request, words), similar);
    const matched = await this.searcher.matchedWords(partialMatchBody(request, words, counts), similar);
    return words.filter((_, index) => matched.includes(index));
  }
}

function costOf(request: SearchRequest, typingErrors: TypingErrors): number {
  return totalCost(searchCost(request, typingErrors));
}

/** Searches with as many typing errors as it takes to find a place. */
async function withCorrections(
  request: StagedRequest,
  typed: SearchStage,
  send: (stage: SearchStage) => Promise<SearchHits>,
): Promise<StagedHits> {
  const asTyped = { ...(await send(typed)), stage: typed };
  if (asTyped.found > 0 || request.match === 'exact') return asTyped;
  const most = possibleTypingErrors(typed.words);
  const stages = ([1, 2] as const).filter((errors) => errors <= most && isAffordable(request, errors));
  for (const typingErrors of stages) {
    const stage = { ...typed, typingErrors };
    const corrected = await send(stage);
    if (corrected.found > 0) return { ...corrected, stage };
  }
  return asTyped;
}
