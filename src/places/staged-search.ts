import { Injectable } from '@nestjs/common';
import { type SearchRequest } from './query/search-request.js';
import { splitWords } from './query/text/words.js';
import { partialMatchBody, partition } from './search-body/partial-match.js';
import { searchBody, type SearchBody } from './search-body/search-body.js';
import { possibleTypingErrors } from './search-body/search-text-query.js';
import { type SearchHits } from './search-index/search-hits.js';
import { PlaceSearcher } from './search-index/place-searcher.js';
import { type Match, type SearchStage, stageBody } from './search-stage.js';

/** One page of a search, and the stage that found it. Absent without words. */
export type StagedHits = SearchHits & { stage?: SearchStage };

/** Sends the body of one stage. */
type RunSearch = (body: SearchBody, spentMs: number) => Promise<SearchHits>;

/**
 * Searches with the words as typed. If that finds nothing, it allows one typing error per word, then two, and then leaves
 * words out (docs/query-language.md).
 */
@Injectable()
export class StagedSearch {
  constructor(private readonly searcher: PlaceSearcher) {}

  /**
   * @param match the last stage to try
   * @throws ProblemError as `SearchProtection.run()`; all stages share one time-out
   */
  async search(request: SearchRequest, match: Match, run: RunSearch): Promise<StagedHits> {
    let spentMs = 0;
    const send = async (body: SearchBody): Promise<SearchHits> => {
      const hits = await run(body, spentMs);
      spentMs += hits.tookMs;
      return hits;
    };
    if (request.term?.type !== 'words') return send(searchBody(request));
    const { text } = request.term;
    const typed: SearchStage = { typingErrors: 0, words: splitWords(text), omitted: [] };
    const hits = await withCorrections(request, typed, match, send);
    if (hits.found > 0 || match !== 'relaxed' || typed.words.length < 2) return hits;
    const body = partialMatchBody(request, text);
    const matched = await this.searcher.partialMatch(body, { spentMs });
    const best = partition(text, matched);
    if (!best) return hits;
    const relaxed = await withCorrections(request, { ...typed, ...best }, match, send);
    return relaxed.found > 0 ? relaxed : hits;
  }
}

/** Searches with as many typing errors as it takes to find a place. */
async function withCorrections(
  request: SearchRequest,
  typed: SearchStage,
  match: Match,
  send: (body: SearchBody) => Promise<SearchHits>,
): Promise<StagedHits> {
  const asTyped = await send(stageBody(request, typed));
  const most = match === 'exact' ? 0 : possibleTypingErrors(typed.words);
  if (asTyped.found === 0) {
    for (const typingErrors of ([1, 2] as const).filter((errors) => errors <= most)) {
      const stage = { ...typed, typingErrors };
      const corrected = await send(stageBody(request, stage));
      if (corrected.found > 0) return { ...corrected, stage };
    }
  }
  return { ...asTyped, stage: typed };
}
