import { Injectable } from '@nestjs/common';
import { type SearchRequest, NO_VARIANTS } from './query/search-request.js';
import { type LocalTime } from './query/open.js';
import { splitWords } from './query/words.js';
import { middleOf } from './query/location.js';
import { type Where, readWhere } from './query/where.js';
import { Areas } from './areas/areas.js';
import {
  essentialWords,
  hasPraise,
  omittedWords,
  wordsWithoutPraise,
  partialMatchBody,
  wordCountBody,
} from './body/relax.js';
import { searchBody, type SearchBody } from './body/search-body.js';
import { isAffordable } from './affordable-search.js';
import { searchCost, totalCost } from './body/cost.js';
import { possibleTypingErrors, type TypingErrors, joinedPairs, knownWords } from './body/words.js';
import { type SearchHits } from './elasticsearch/hits.js';
import { PlaceSearcher, type SearchOptions } from './elasticsearch/searcher.js';
import { type SearchStage, stageBody, requestOfStage, type StagedRequest } from './search-stage.js';
import { SynonymFile } from './synonyms/synonym-file.js';

/**
 * One page of a search, the stage that found it, and how many places match except that their hours are unknown. Absent
 * without words, and without `open`.
 */
export type StagedHits = SearchHits & { stage?: SearchStage; unknownHours?: number };

/** Sends the body of one stage. */
type RunSearch = (body: SearchBody, options: SearchOptions) => Promise<SearchHits>;

type SendStage = (stage: SearchStage) => Promise<SearchHits>;

/** Each request of a search has its own cost. */
type CommonOptions = Omit<SearchOptions, 'cost'>;

/**
 * Searches with the words as typed. If that finds nothing, it allows one typing error per word, then two, and then leaves
 * words out (docs/query-language.md). If words name a city or district, they say where.
 */
@Injectable()
export class StagedSearch {
  constructor(
    private readonly searcher: PlaceSearcher,
    private readonly areas: Areas,
    private readonly synonyms: SynonymFile,
  ) {}

  /**
   * @param options what is searched, and for whom
   * @param run sends the body of a stage with these options
   * @throws ProblemError as `SearchProtection.run()`
   */
  async search(request: StagedRequest, options: CommonOptions, run: RunSearch): Promise<StagedHits> {
    const hits = await this.find(request, options, run);
    return request.hours
      ? { ...hits, unknownHours: await this.countUnknown(request, request.hours.at, hits.stage, options) }
      : hits;
  }

  private async find(request: StagedRequest, options: CommonOptions, run: RunSearch): Promise<StagedHits> {
    if (request.term?.type !== 'words') return run(searchBody(request), { ...options, cost: costOf(request, 0) });
    const { text } = request.term;
    const send = (stage: SearchStage): Promise<SearchHits> => {
      const staged = requestOfStage(request, stage);
      const { typingErrors } = stage;
      return run(searchBody(staged, typingErrors), { ...options, cost: costOf(staged, typingErrors) });
    };
    const where = this.readWhere(request, text);
    if (where && where.relation !== 'first') {
      const there = await this.searchStages(request, this.asTyped(request, where.rest, where), { send, options });
      if (there.found > 0) return there;
    }
    const ranked = where?.relation === 'first' ? where : undefined;
    return this.searchStages(request, this.asTyped(request, text, ranked), { send, options });
  }

  private readWhere(request: StagedRequest, text: string): Where | undefined {
    if (!request.readsWhere || request.match === 'exact') return undefined;
    return readWhere(text, this.areas, middleOf(request));
  }

  private async searchStages(
    request: StagedRequest,
    typed: SearchStage,
    { send, options }: { send: SendStage; options: CommonOptions },
  ): Promise<StagedHits> {
    const kind = this.withoutPraise(request, typed);
    if (kind) {
      const ofKind = await send(kind);
      if (ofKind.found > 0) return { ...ofKind, stage: kind };
    }
    const hits = await withCorrections(request, typed, send);
    const mayBeRelaxed = request.match === 'relaxed' && typed.words.length > 1 && canSearch(request, typed, 1);
    if (hits.found > 0 || !mayBeRelaxed) return hits;
    const words = await this.mostWords(requestOfStage(request, typed), typed.words, options);
    if (words.length === 0) return hits;
    const relaxed = await withCorrections(request, withoutSomeWords(typed, this.wordsOf(request, words)), send);
    return relaxed.found > 0 ? relaxed : hits;
  }

  /** How many places match all of the request, except that their opening hours are unknown. */
  private async countUnknown(
    request: StagedRequest,
    at: readonly LocalTime[],
    stage: SearchStage | undefined,
    options: CommonOptions,
  ): Promise<number> {
    const { facets: _facets, showOpenAt: _showOpenAt, ...rest } = request;
    const count = { ...rest, hours: { state: 'unknown' as const, at }, sort: [], rows: 0, start: 0 };
    const body = stage ? stageBody(count, stage) : searchBody(count);
    return (await this.searcher.search(body, { ...options, cost: costOf(request, 0) })).found;
  }

  /** The words of the place that has the most of them, and the rarest. */
  private async mostWords(
    request: StagedRequest,
    typed: readonly string[],
    options: CommonOptions,
  ): Promise<readonly string[]> {
    const { words, variants } = this.wordsOf(request, essentialWords(typed));
    if (words.length === 0) return [];
    const similar = { ...options, cost: costOf(request, 1) };
    const counts = await this.searcher.wordCounts(wordCountBody(request, words), similar);
    const matched = await this.searcher.matchedWords(partialMatchBody(request, words, counts, variants), similar);
    return words.filter((_, index) => matched.includes(index));
  }

  /** The stage without words of praise, if all others have synonyms and so name a kind of place: `the best pizza`. */
  private withoutPraise(request: StagedRequest, typed: SearchStage): SearchStage | undefined {
    if (request.match !== 'relaxed' || !hasPraise(typed.words)) return undefined;
    const area = typed.where?.relation === 'first' ? splitWords(typed.where.words) : [];
    const rest = omittedWords(typed.words, area);
    const kind = hasPraise(rest) ? wordsWithoutPraise(rest) : [];
    if (kind.length === 0 || knownWords(this.wordsOf(request, kind).variants).size < kind.length) return undefined;
    const words = omittedWords(typed.words, omittedWords(rest, kind));
    return withoutSomeWords(typed, this.wordsOf(request, words));
  }

  private asTyped(request: StagedRequest, text: string, where: Where | undefined): SearchStage {
    return { typingErrors: 0, ...this.wordsOf(request, splitWords(text)), omitted: [], ...(where && { where }) };
  }

  /** Words, and what else counts for them. */
  private wordsOf({ match }: StagedRequest, words: readonly string[]): SearchedWords {
    if (match === 'exact') return { words, variants: NO_VARIANTS };
    const synonyms = [...this.synonyms.find(words), ...joinedPairs(words)];
    return { words, variants: { inflections: true, synonyms } };
  }
}

type SearchedWords = Pick<SearchStage, 'words' | 'variants'>;

/** Without a word of its name, an area is no longer named. */
function withoutSomeWords({ where, ...typed }: SearchStage, { words, variants }: SearchedWords): SearchStage {
  const omitted = omittedWords(typed.words, words);
  const isNamed =
    where && (where.relation !== 'first' || omittedWords(essentialWords(splitWords(where.words)), words).length === 0);
  return { ...typed, words, omitted, variants, ...(isNamed && { where }) };
}

function costOf(request: SearchRequest, typingErrors: TypingErrors): number {
  return totalCost(searchCost(request, typingErrors));
}

/** Whether a stage with so many typing errors costs little enough. */
function canSearch(request: StagedRequest, typed: SearchStage, typingErrors: TypingErrors): boolean {
  return isAffordable(searchCost(requestOfStage(request, typed), typingErrors));
}

/** Searches with as many typing errors as it takes to find a place. */
async function withCorrections(request: StagedRequest, typed: SearchStage, send: SendStage): Promise<StagedHits> {
  const first = { ...(await send(typed)), stage: typed };
  if (first.found > 0 || request.match === 'exact') return first;
  const most = possibleTypingErrors(typed.words, typed.variants);
  const stages = ([1, 2] as const).filter((errors) => errors <= most && canSearch(request, typed, errors));
  for (const typingErrors of stages) {
    const stage = { ...typed, typingErrors };
    const corrected = await send(stage);
    if (corrected.found > 0) return { ...corrected, stage };
  }
  return first;
}
