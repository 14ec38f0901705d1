import { crc32 } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { type Caller } from '../../http/request-context.js';
import { type Page } from '../../http/response.js';
import {
  anyPlaceQuery,
  type HitRange,
  placesQuery,
  type PlaceHit,
  type SearchHits,
  unknownHoursQuery,
} from '../body/places-query.js';
import { bestPlaceQuery, type SpellingCounts, spellingCountsQuery, wordCountsQuery } from '../body/relax.js';
import { type Facet, readFacets, scoresWords, queryAndSort } from '../body/search-body.js';
import { type Cursor, Cursors, START_MARK } from './cursors.js';
import { noTimeUsed } from '../elasticsearch/protection.js';
import { ElasticsearchSearcher, type SearchContext } from '../elasticsearch/searcher.js';
import { BY_DISTANCE, LandmarkSearch } from './landmark-search.js';
import { LocalitySearch } from './locality-search.js';
import { type PlaceRecord, positionOf } from '../place.js';
import { type KindGuessStep, type PlanStep, type RelaxStep, SearchPlanner } from './search-planner.js';
import {
  type FoundLandmark,
  searchStep,
  type SearchStep,
  hasLocation,
  pointNear,
  searchesWords,
  type Stage,
  type ResolvedRequest,
  type WordsRequest,
} from './stage.js';
import { distanceInMetres, type GeoPoint } from '../query/geometry.js';
import { wordsNotIn } from '../words/fillers.js';
import { type SearchRequest } from '../query/search-request.js';
import { splitAtSeparators } from '../words/words.js';
import { pagingLimits, type PlaceSearchRequest } from '../search-parameters.js';

/** A place that a search found. */
interface FoundPlace {
  record: PlaceRecord;
  /** Metres from `distanceOrigin`, if there is one. */
  distance?: number;
  /** Present if the request asks for it and its opening hours are known. */
  isOpen?: boolean;
}

/** A page of places, and the facets of the search if it asked for any. */
export interface FoundPlaces extends Page<FoundPlace> {
  facets?: Facet[];
  /** The minute that `now` means, in minutes since 1970. All pages of a cursor search have that of the first one. */
  now: number;
  /** How a search by words found them. */
  stage?: Stage;
  /** With `open`: how many places match except that their hours are unknown. */
  unknownHours?: number;
  /** If no place is in the area or near the landmark that words name: the nearest place that meets all other conditions. */
  nearest?: FoundPlace;
}

/** Hits with the stage that found them. */
type StageHits = SearchHits & Pick<FoundPlaces, 'stage' | 'unknownHours'>;

/** The search for places: from a checked request to a page of its result. It runs the steps that `search-planner.ts` plans. */
@Injectable()
export class PlaceSearch {
  constructor(
    private readonly searcher: ElasticsearchSearcher,
    private readonly planner: SearchPlanner,
    private readonly cursors: Cursors,
    private readonly landmarks: LandmarkSearch,
    private readonly localities: LocalitySearch,
  ) {}

  /**
   * Searches places: one page by `start`, or by `cursorMark`.
   *
   * @throws ProblemError `search_too_complex`, `cursor_expired`, `invalid_parameter` for a wrong `cursorMark`, or as
   *   `ElasticsearchSearcher.run()`
   */
  async search({ cursorMark, ...given }: PlaceSearchRequest, caller: Caller): Promise<FoundPlaces> {
    const prepared = this.planner.prepare(given);
    const context = { caller, timeUsed: noTimeUsed(), preference: preferenceOf(prepared) };
    if (cursorMark !== undefined || prepared.start + prepared.rows > pagingLimits.maxStart)
      return this.cursorPage(prepared, context, cursorMark);
    const resolved = await this.planner.resolve(prepared, prepared.now, context.timeUsed);
    const page = { from: prepared.start, size: prepared.rows };
    const found = await this.runSteps(resolved, page, context);
    const places = toFoundPlaces(await this.withUnknownHours(found, resolved, context), prepared, prepared.now);
    const nearest = found.found === 0 ? await this.nearest(resolved, found.stage, context) : undefined;
    return { ...places, ...(nearest && { nearest }) };
  }

  /**
   * Runs the steps of the plan in order. Returns the hits of the first step that finds a place without `fq` and `open`: they only take
   * away from what is found. If no step finds any, returns the empty result of the first step, or of the first that reads a misspelt
   * kind: its facets have no values.
   *
   * @param request as `SearchPlanner.resolve` returns it
   * @throws ProblemError as `ElasticsearchSearcher.run()`
   */
  async runSteps(resolved: ResolvedRequest, page: HitRange, context: SearchContext): Promise<StageHits> {
    let first: StageHits | undefined;
    let hasGuess = false;
    const landmark = await this.landmarks.find(resolved, context);
    const request = landmark ? resolved : await this.localities.applyTo(resolved, context, false);
    for (const planned of this.planner.steps(request, landmark)) {
      // A guess that found nothing is not searched again.
      if (hasGuess && planned.type === 'kind guess') continue;
      const steps = this.searchSteps(request, planned, landmark, context);
      for await (const step of steps) {
        const found = await this.runStep(step, page, context);
        if (found.found > 0) return this.withOmittedWords(found, step, page, context);
        if (searchesWords(request) && (await this.findsWithoutFilters(step, context))) return found;
        // If all words but the guessed ones have a role, these surely are the kind.
        const isGuess = planned.type === 'kind guess' && step.stage?.words.length === 0;
        if (!first || (isGuess && !hasGuess)) first = found;
        hasGuess ||= isGuess;
      }
    }
    if (!first) throw new Error('A plan has at least one step');
    return first;
  }

  /** The searches of a step. */
  private async *searchSteps(
    request: ResolvedRequest,
    step: PlanStep,
    landmark: FoundLandmark | undefined,
    context: SearchContext,
  ): AsyncGenerator<SearchStep> {
    if (step.type === 'search') yield step;
    else if (step.type === 'relax') yield* this.stepsWithBestWords(request, step, context);
    else if (!searchesWords(request)) return;
    else if (step.type === 'locality') {
      const locality = await this.localities.find(step, context, true);
      if (locality) yield this.planner.localityStep(request, step.base, locality);
    } else yield* this.kindGuessSteps(request, step, landmark, context);
  }

  /** Yields the steps of the first guess whose words for a kind are no name. */
  private async *kindGuessSteps(
    request: WordsRequest,
    { guesses, requiresTypedWord }: KindGuessStep,
    landmark: FoundLandmark | undefined,
    context: SearchContext,
  ): AsyncGenerator<SearchStep> {
    for (const guess of guesses) {
      const { typed, spelling, roles } = guess;
      const kinds = roles.kind?.ids ?? [];
      const counts = await this.searcher.run(spellingCountsQuery(typed, spelling?.meant ?? typed, kinds), context);
      // Dr. Berger is a dentist, whatever burgers there are.
      const isMostlyOther = 2 * counts.ofOtherKinds > counts.typed;
      const isOther = spelling ? isName(counts) || (requiresTypedWord && isMostlyOther) : isMostlyOther;
      if (isOther || (requiresTypedWord && counts.typed === 0)) continue;
      const corrected = this.planner.withKindGuess(request, guess);
      const located = landmark ? corrected : await this.localities.applyTo(corrected, context, true);
      yield* this.planner.kindGuessSteps(located, landmark);
      return;
    }
  }

  /** The nearest place to the area or landmark that words name; undefined if they name none. */
  private async nearest(
    request: ResolvedRequest,
    stage: Stage | undefined,
    context: SearchContext,
  ): Promise<FoundPlace | undefined> {
    const centre = stage?.landmark?.point ?? stage?.where?.area.centre;
    if (!stage || !centre || !hasLocation(stage)) return undefined;
    const { where: _where, landmark: _landmark, ...stageAnywhere } = stage;
    const { radius: _radius, facets: _facets, ...others } = request;
    const step = searchStep({ ...others, centre, sort: BY_DISTANCE }, stageAnywhere);
    const [place] = (await this.searcher.run(placesQuery(step, { from: 0, size: 1 }), context)).places;
    return place && toFoundPlace(place, centre);
  }

  private async runStep(step: SearchStep, page: HitRange, context: SearchContext): Promise<StageHits> {
    const hits = await this.searcher.run(placesQuery(step, page), context);
    return step.stage ? { ...hits, stage: step.stage } : hits;
  }

  /** Whether a step that finds nothing would find places without `fq` and `open`. Then no later step counts: it would find others. */
  private findsWithoutFilters({ request, typingErrors, cost }: SearchStep, context: SearchContext): Promise<boolean> {
    const { openFilter, ...unfiltered } = request;
    if (request.filters.length === 0 && !openFilter) return Promise.resolve(false);
    return this.searcher.run(anyPlaceQuery({ request: { ...unfiltered, filters: [] }, typingErrors, cost }), context);
  }

  /**
   * Yields steps that keep only the words of the best place: the place with the most words, then with the rarest. Chooses the
   * place without `fq`, so that a facet's count equals the result of filtering by it.
   */
  private async *stepsWithBestWords(
    request: ResolvedRequest,
    relax: RelaxStep,
    context: SearchContext,
  ): AsyncGenerator<SearchStep> {
    const relaxation = this.planner.relaxation(request, relax);
    if (!relaxation) {
      yield* this.planner.relaxedSteps(request, relax, []);
      return;
    }
    const { openFilter: _openFilter, ...others } = relaxation.request;
    const unfiltered = { ...relaxation, request: { ...others, filters: [] } };
    const counts = await this.searcher.run(wordCountsQuery(unfiltered), context);
    const positions = await this.searcher.run(bestPlaceQuery(unfiltered, counts), context);
    const words = relaxation.words.filter((_, position) => positions.includes(position));
    yield* this.planner.relaxedSteps(request, relax, words);
  }

  /** With `nameLike`, the omitted words are those that the name of the first place of the result does not have. */
  private async withOmittedWords(
    found: StageHits,
    step: SearchStep,
    page: HitRange,
    context: SearchContext,
  ): Promise<StageHits> {
    const { stage } = found;
    if (!stage?.nameLike) return found;
    const isFirst = page.from === 0 && found.places.length > 0;
    const hits = isFirst ? found : await this.runStep(step, { from: 0, size: 1 }, context);
    const words = splitAtSeparators(hits.places[0]?.record.name ?? '');
    const omitted = wordsNotIn(stage.words, words);
    return { ...found, stage: { ...stage, words: wordsNotIn(stage.words, omitted), omitted } };
  }

  private async withUnknownHours(
    found: StageHits,
    request: ResolvedRequest,
    context: SearchContext,
  ): Promise<StageHits> {
    if (!request.openFilter) return found;
    const query = unknownHoursQuery(searchStep(request, found.stage), request.openFilter.at);
    return { ...found, unknownHours: await this.searcher.run(query, context) };
  }

  /**
   * Reads one page of a cursor search. All pages read one point in time, so no place is repeated or missed. Without `cursorMark`,
   * it is the page at `request.start`.
   */
  private async cursorPage(
    request: PlaceSearchRequest,
    context: SearchContext,
    cursorMark: string = START_MARK,
  ): Promise<FoundPlaces> {
    const searchKey = keyOf(request);
    const cursor = cursorMark === START_MARK ? undefined : await this.cursors.parse(cursorMark, searchKey);
    const now = cursor?.now ?? request.now;
    const resolved = await this.planner.resolve(request, now, context.timeUsed);
    const opened = cursor?.pointInTime ?? (await this.searcher.openPointInTime(context));
    try {
      const found = await this.readCursorPage(resolved, cursor, { ...context, pointInTime: opened });
      const { pointInTime = opened, stage, unknownHours } = found;
      const places = found.places.slice(0, request.rows);
      const last = found.places.length > request.rows ? places.at(-1) : undefined;
      const page = toFoundPlaces({ ...found, places }, request, now);
      if (last) {
        const next = { pointInTime, after: last.sort, stage, now, unknownHours };
        // The first cursor of a process reads the key of its signature from PostgreSQL.
        return { ...page, nextCursor: await this.cursors.write(next, searchKey) };
      }
      // The last page may be requested again, unless it is the only one.
      if (cursor) this.searcher.pointsInTime.closeSoon(pointInTime);
      else void this.searcher.pointsInTime.close(pointInTime);
      return page;
    } catch (error) {
      if (!cursor) void this.searcher.pointsInTime.close(opened);
      throw error;
    }
  }

  /** Reads one place more than the page, which shows whether there is a next page. */
  private async readCursorPage(
    request: ResolvedRequest,
    cursor: Cursor | undefined,
    context: SearchContext,
  ): Promise<StageHits> {
    const page = { from: request.start, size: request.rows + 1, after: cursor?.after };
    if (!cursor) return this.withUnknownHours(await this.runSteps(request, page, context), request, context);
    const found = await this.runStep(searchStep(request, cursor.stage), page, context);
    return { ...found, ...(cursor.unknownHours !== undefined && { unknownHours: cursor.unknownHours }) };
  }
}

/** What all pages of a search have in common: the query, the order and the options of words. */
function keyOf(request: PlaceSearchRequest): string {
  const { query, sort } = queryAndSort(request);
  const ofWords = request.term?.type === 'words' && [request.match, request.enabledRoles];
  return JSON.stringify([query, sort, ofWords, request.openAt]);
}

/**
 * Shard copies score words differently: each counts deleted places until it merges its segments. Without one preference for
 * all pages, pages of different copies would repeat some places and skip others. `ElasticsearchSearcher` ignores it after a failure.
 */
function preferenceOf(request: SearchRequest): string | undefined {
  return scoresWords(request) ? String(crc32(request.term.text)) : undefined;
}

function toFoundPlaces(
  { found, places, facetCounts, stage, unknownHours }: StageHits,
  request: SearchRequest,
  now: number,
): FoundPlaces {
  const { facets } = request;
  const origin = distanceOrigin(request, stage);
  return {
    ...{ found, now },
    items: places.map((place) => toFoundPlace(place, origin)),
    ...(stage && { stage }),
    ...(unknownHours !== undefined && { unknownHours }),
    ...(facets && { facets: readFacets(facets, facetCounts) }),
  };
}

/**
 * The point that distances are measured from: the centre. If the centre only ranks places (`location.bias`), or is absent, the landmark
 * or the middle of the area that words ask to be near comes first.
 */
function distanceOrigin({ centre, isBias, sort }: SearchRequest, stage: Stage | undefined): GeoPoint | undefined {
  const isGiven = !isBias || sort.some(({ field }) => field.kind === 'distance');
  return (isGiven ? centre : undefined) ?? (stage && pointNear(stage)) ?? centre;
}

/** A word is a name if at least 1 % as many places have it as have the word that it may mean: less for `Golden Resturant`. */
const MIN_SHARE_OF_NAME = 0.01;

/** A word is also a name if so many places of other kinds have it: Scholl. */
const MIN_PLACES_OF_NAME = 3;

/** Whether a word is a name rather than a misspelt word for a kind. Places count wherever they are. */
function isName({ typed, meant, ofOtherKinds, named }: SpellingCounts): boolean {
  const isFrequent = typed > 0 && typed >= meant * MIN_SHARE_OF_NAME;
  return isFrequent || named > 0 || ofOtherKinds >= MIN_PLACES_OF_NAME;
}

function toFoundPlace({ record, isOpen }: PlaceHit, origin: GeoPoint | undefined): FoundPlace {
  const found = { record, ...(isOpen !== undefined && { isOpen }) };
  const point = positionOf(record);
  return origin && point ? { ...found, distance: distanceInMetres(origin, point) } : found;
}
