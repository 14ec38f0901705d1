import { Inject, Injectable } from '@nestjs/common';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { ProblemError } from '../http/problems.js';
import { Areas } from './areas/areas.js';
import { type CostlyParameter, MAX_COST, type SearchCost, isAffordable, searchCost, totalCost } from './body/cost.js';
import { type CostedSearch } from './body/places-query.js';
import { essentialWords, hasQualifier, omittedWords, type Relaxation, unqualifiedWords } from './body/relax.js';
import { joinedPairs, possibleTypingErrors, type TypingErrors, wordsWithSynonyms } from './body/words.js';
import { type TimeUsed } from './elasticsearch/protection.js';
import { OpenPlaces } from './opening-hours/open-places.js';
import { midpointOf, withDefaultRadius } from './query/location.js';
import {
  type Match,
  NO_VARIANTS,
  type SearchRequest,
  type WordsTerm,
  type WordVariants,
} from './query/search-request.js';
import { readWhere, type Where } from './query/where.js';
import { splitWords } from './query/words.js';
import { SynonymFile } from './synonyms/synonym-file.js';

/** What decides how a search reads its words. */
export type StagedRequest = SearchRequest & {
  /** The last stage that is searched. */
  readonly match: Match;
  /** Whether words of `q` may name a city or district. */
  readonly readsWhere: boolean;
};

/** How a search by words found its places. All its pages, cursors and facets use the same stage. */
export interface SearchStage {
  /** Typing errors that each word may have. */
  readonly typingErrors: TypingErrors;
  /** The words that every place has. */
  readonly words: readonly string[];
  /** The words of `q` that were left out: words that say little, and those that no place has together with the others. */
  readonly omitted: readonly string[];
  /** What else counts for the words. */
  readonly variants: WordVariants;
  /** The city or district that `q` names. */
  readonly where?: Where;
}

/** A stage with the request that it sends; without words there is no stage. */
export interface PlannedStage extends CostedSearch {
  readonly stage?: SearchStage;
}

/**
 * Plans a search by words: the words as typed, then with one typing error per word, then two, and at last without some words
 * (docs/query-language.md). If words name a city or district, they say where. `search.ts` runs the plan.
 */
@Injectable()
export class SearchPlanner {
  constructor(
    private readonly areas: Areas,
    private readonly synonyms: SynonymFile,
    private readonly openPlaces: OpenPlaces,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'SEARCH_DEFAULT_RADIUS'>,
  ) {}

  /**
   * Adds the default radius.
   *
   * @throws ProblemError `search_too_complex`
   */
  prepare<R extends SearchRequest>(given: R): R {
    const request = withDefaultRadius(given, this.environment.SEARCH_DEFAULT_RADIUS);
    assertAffordable(searchCost(request));
    return request;
  }

  /**
   * Adds `open` as local times of the places in the index.
   *
   * @param prepared see `prepare`
   * @param now the time that `open=now` means, in minutes since 1970
   * @param time gets what reading the time zones takes
   * @throws ProblemError `search_unavailable`
   */
  async resolve<R extends StagedRequest>(prepared: R, now: number, time: TimeUsed): Promise<R> {
    return this.openPlaces.resolve(prepared, now, time);
  }

  /** One stage for each reading of all words: in the area that they name, then anywhere. Without words there is one, without a stage. */
  typed(request: StagedRequest): PlannedStage[] {
    return this.typedStages(request).map((stage) => planned(request, stage));
  }

  /**
   * The stages with all words of a kind of place, and then with all words. Most searches need the first one only, so each is made when it is
   * needed.
   */
  *stages(request: StagedRequest, typed: PlannedStage): Generator<PlannedStage> {
    const kind = typed.stage && this.kindOnly(request, typed.stage);
    if (kind) yield planned(request, kind);
    yield* withCorrections(request, typed);
  }

  /** What decides which words may be left out; undefined if none may be. */
  relaxation(request: StagedRequest, { stage, ...typed }: PlannedStage): Relaxation | undefined {
    if (request.match !== 'relaxed' || !stage || stage.words.length < 2) return undefined;
    const { cost } = planned(request, { ...stage, typingErrors: 1 });
    if (!isAffordable(cost)) return undefined;
    const { words, variants } = this.wordsOf(request, essentialWords(stage.words));
    return words.length === 0 ? undefined : { request: typed.request, words, variants, cost };
  }

  /** The stages with some words only. */
  *relaxedStages(request: StagedRequest, typed: PlannedStage, words: readonly string[]): Generator<PlannedStage> {
    if (!typed.stage || words.length === 0) return;
    const relaxed = withoutSomeWords(typed.stage, this.wordsOf(request, words));
    yield* withCorrections(request, planned(request, relaxed));
  }

  private typedStages(request: StagedRequest): readonly (SearchStage | undefined)[] {
    if (request.term?.type !== 'words') return [undefined];
    const { text } = request.term;
    const where = this.readWhere(request, text);
    if (where?.relation === 'preferred') return [this.asTyped(request, text, where)];
    return [...(where ? [this.asTyped(request, where.rest, where)] : []), this.asTyped(request, text)];
  }

  private readWhere(request: StagedRequest, text: string): Where | undefined {
    if (!request.readsWhere || request.match === 'exact') return undefined;
    return readWhere(text, this.areas, midpointOf(request));
  }

  private asTyped(request: StagedRequest, text: string, where?: Where): SearchStage {
    return { typingErrors: 0, ...this.wordsOf(request, splitWords(text)), omitted: [], ...(where && { where }) };
  }

  /**
   * `the best pizza` without its qualifiers, if all other words have synonyms and so name a kind of place. Names have
   * qualifiers too, so the words of a name are not changed.
   */
  private kindOnly(request: StagedRequest, typed: SearchStage): SearchStage | undefined {
    if (request.match !== 'relaxed' || !hasQualifier(typed.words)) return undefined;
    const area = typed.where?.relation === 'preferred' ? splitWords(typed.where.words) : [];
    const rest = omittedWords(typed.words, area);
    const kind = hasQualifier(rest) ? unqualifiedWords(rest) : [];
    if (kind.length === 0 || wordsWithSynonyms(this.wordsOf(request, kind).variants).size < kind.length)
      return undefined;
    const words = omittedWords(typed.words, omittedWords(rest, kind));
    return withoutSomeWords(typed, this.wordsOf(request, words));
  }

  /** Words, and what else counts for them. */
  private wordsOf({ match }: StagedRequest, words: readonly string[]): SearchedWords {
    if (match === 'exact') return { words, variants: NO_VARIANTS };
    const synonyms = [...this.synonyms.find(words), ...joinedPairs(words)];
    return { words, variants: { inflections: true, synonyms } };
  }
}

type SearchedWords = Pick<SearchStage, 'words' | 'variants'>;

/** The stage, and then those with as many typing errors as are possible and affordable. */
function* withCorrections(request: StagedRequest, typed: PlannedStage): Generator<PlannedStage> {
  yield typed;
  const { stage } = typed;
  if (!stage || request.match === 'exact') return;
  const most = possibleTypingErrors(stage.words, stage.variants);
  for (const typingErrors of [1, 2] as const) {
    const corrected = typingErrors <= most && planned(request, { ...stage, typingErrors });
    if (corrected && isAffordable(corrected.cost)) yield corrected;
  }
}

/** If a word of the area's name is left out, the search no longer prefers the area. */
function withoutSomeWords({ where, ...typed }: SearchStage, { words, variants }: SearchedWords): SearchStage {
  const omitted = omittedWords(typed.words, words);
  const isNamed =
    where &&
    (where.relation !== 'preferred' || omittedWords(essentialWords(splitWords(where.words)), words).length === 0);
  return { ...typed, words, omitted, variants, ...(isNamed && { where }) };
}

/** The search of a stage: with its words, and where places must be. Here its cost is computed, once. */
export function planned(request: SearchRequest, stage: SearchStage | undefined): PlannedStage {
  if (!stage) return { request, typingErrors: 0, cost: totalCost(searchCost(request)) };
  const { typingErrors } = stage;
  const ofStage = withWordsOf(request, stage);
  return { stage, request: ofStage, typingErrors, cost: totalCost(searchCost(ofStage, typingErrors)) };
}

function withWordsOf(request: SearchRequest, stage: SearchStage): SearchRequest {
  const { term, ...others } = request;
  if (term?.type !== 'words') return request;
  const { typingErrors, words, omitted, where, variants } = stage;
  const isCondition = where !== undefined && where.relation !== 'preferred';
  const text = isCondition ? where.rest : term.text;
  // The text as typed says more than its words: `AC/DC` is one name.
  const ofStage: WordsTerm =
    omitted.length === 0
      ? { type: 'words', text, variants }
      : { type: 'words', text: words.join(' '), scoredText: text, variants };
  return {
    ...others,
    ...(text !== '' && { term: ofStage }),
    ...(where && { where }),
    ...(isCondition && typingErrors === 0 && { typedText: term.text }),
  };
}

const remedies: Record<CostlyParameter, string> = {
  q: 'fewer words',
  fq: 'fewer phrases and prefixes, longer prefixes',
  open: 'no open',
  fl: 'fl without open',
  'location.polygon': 'fewer points',
  'location.line': 'a shorter line or a larger location.radius',
  sort: 'fewer sort keys',
  start: 'a smaller start, or cursorMark=* instead',
  'facet.field': 'fewer fields',
};

/** @throws ProblemError `search_too_complex` if the search costs too much; names the parameter that costs most */
export function assertAffordable(cost: Partial<SearchCost>): void {
  const total = totalCost(cost);
  if (isAffordable(total)) return;
  const costOf = (parameter: CostlyParameter): number => cost[parameter] ?? 0;
  const parameters = Object.keys(cost) as CostlyParameter[];
  const parameter = parameters.reduce((a, b) => (costOf(b) > costOf(a) ? b : a));
  const rounded = Math.ceil(costOf(parameter));
  const reason = `costs ${rounded} of the ${Math.ceil(total)} that this search costs; at most ${MAX_COST} are allowed`;
  throw new ProblemError('search_too_complex', `${parameter}: ${reason}.`, {
    errors: [{ parameter, reason, allowed: [remedies[parameter]] }],
  });
}
