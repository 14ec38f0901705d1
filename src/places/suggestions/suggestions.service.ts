import { Injectable, Inject } from '@nestjs/common';
import { ElasticsearchSearcher, type SearchContext } from '../elasticsearch/searcher.js';
import { type TimeUsed, noTimeUsed } from '../elasticsearch/protection.js';
import { SharedRead } from '../elasticsearch/shared-read.js';
import { otherNamesOf } from '../search-index/document.js';
import { type CategoryKey, readCategoryKey } from '../place.js';
import {
  type CategoryMatch,
  type FoldedName,
  type FoldedText,
  foldName,
  foldText,
  hasTypedPrefixes,
  matchCategory,
  splitAtSpaces,
  startsWithTyped,
} from '../query/words.js';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { type Caller } from '../../http/request-context.js';
import { inChunks } from '../../concurrency/chunks.js';
import { Areas } from '../areas/areas.js';
import { Kinds } from '../kinds/kinds.js';
import { SynonymFile } from '../synonyms/synonym-file.js';
import { OpenPlaces } from '../opening-hours/open-places.js';
import { distanceInMetres, type GeoPoint } from '../query/geometry.js';
import { withDefaultRadius, midpointOf } from '../query/location.js';
import { fold } from '../query/fold.js';
import { type Area } from '../query/where.js';
import { isAffordable, suggestCost } from '../body/cost.js';
import { assertAffordable } from '../plan.js';
import {
  allCategoriesQuery,
  areaCountsQuery,
  areaNamesQuery,
  categoriesWithinQuery,
  correctedWordsOf,
  type StreetHit,
  type SuggestHit,
  type SuggestHits,
  suggestQuery,
  type SuggestRequest,
} from './suggest-query.js';
import { distanceTo, type MatchedArea, matchAreas, namesInAreas } from './typed-areas.js';
import { type PlaceSuggestion, type Suggestion, type SuggestionRequest } from './suggestion.js';

interface SearchedName {
  readonly text: string;
  readonly folded: FoldedName;
}

/** A category or subcategory that has places. */
interface CategoryName extends CategoryKey {
  /** Its key in the index. */
  readonly key: string;
  readonly folded: FoldedName;
  /** What it is called in the languages of the data. */
  readonly labels: readonly SearchedName[];
}

/** A category whose name, or what it is called in another language, matches the typed text, and how it matches. */
interface MatchedCategory {
  readonly category: CategoryName;
  readonly match: Exclude<CategoryMatch, undefined>;
  readonly label?: string;
}

/** The names of all categories that have places. They are few, so they are matched in memory. */
@Injectable()
export class CategoryNames {
  private byKey = new Map<string, CategoryName>();
  private kindsVersion: number | undefined;
  private readonly names = new SharedRead((timeUsed) => this.read(timeUsed));

  constructor(
    private readonly searcher: ElasticsearchSearcher,
    private readonly kinds: Kinds,
  ) {}

  /**
   * The categories whose names match the text, those with the most places first; then those that start with it only in another
   * language.
   *
   * @param timeUsed gets what the request waits for the names
   * @throws ProblemError `search_unavailable`
   */
  async matching(text: string, timeUsed: TimeUsed): Promise<MatchedCategory[]> {
    const typed = foldText(text);
    if (typed.words.length === 0) return [];
    const names = await this.names.current(timeUsed);
    return namesFirst(
      names.flatMap((category): MatchedCategory[] => {
        const match = matchCategory(category.folded, typed);
        // A label that starts with the text says more than a name that contains it.
        const label =
          match === 'startsWith' ? undefined : category.labels.find(({ folded }) => startsWithTyped(folded, typed));
        if (label) return [{ category, match: 'startsWith', label: label.text }];
        return match === undefined ? [] : [{ category, match }];
      }),
    );
  }

  private async read(timeUsed: TimeUsed): Promise<readonly CategoryName[]> {
    const keys = await this.searcher.run(allCategoriesQuery(), { timeUsed });
    const { version } = this.kinds;
    // Names that were read before are not parsed and folded again.
    const known = this.kindsVersion === version ? this.byKey : new Map<string, CategoryName>();
    const byKey = new Map<string, CategoryName>();
    await inChunks(keys, (key) => byKey.set(key, known.get(key) ?? this.toName(key)));
    this.kindsVersion = version;
    this.byKey = byKey;
    return [...byKey.values()];
  }

  private toName(key: string): CategoryName {
    const category = readCategoryKey(key);
    const { name } = category;
    const labels = this.kinds.labelsOf(key, name).map((text) => ({ text, folded: foldName(text) }));
    return { ...category, key, folded: foldName(name), labels };
  }
}

/** Those that match by their own name come before those that match in another language. */
function namesFirst(matched: readonly MatchedCategory[]): MatchedCategory[] {
  return [...matched.filter(({ label }) => label === undefined), ...matched.filter(({ label }) => label !== undefined)];
}

/** The maximum number of categories before the places, and after them. */
const MAX_CATEGORIES = 3;

/** The maximum number of cities and districts before the places, and after them. */
const MAX_AREAS = 2;

/** The maximum number of cities and districts that are counted within filters and location. Each is a filter of its own. */
const MAX_COUNTED_AREAS = 100;

/** The maximum number of categories that are counted within filters and location, the most frequent first. */
const MAX_COUNTED = 1000;

/** The maximum number of streets and postcodes. */
const MAX_STREETS = 2;

/** With so many places for the text as typed, no corrections are searched: they cost twice as much. */
const ENOUGH_PLACES = 5;

/** A text of this length that finds any place has no typing error. A shorter error is often the prefix of another word. */
const MIN_UNAMBIGUOUS_LENGTH = 8;

@Injectable()
export class SuggestionsService {
  constructor(
    private readonly searcher: ElasticsearchSearcher,
    private readonly names: CategoryNames,
    private readonly areas: Areas,
    private readonly synonyms: SynonymFile,
    private readonly openPlaces: OpenPlaces,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'SEARCH_DEFAULT_RADIUS'>,
  ) {}

  /**
   * Type-ahead. Returns categories, cities and districts whose name starts with the text, then places, then those whose name
   * contains it or matches it with a typing error.
   *
   * @throws ProblemError `search_too_complex`, or as `ElasticsearchSearcher.run()`
   */
  async suggest(given: SuggestionRequest, caller: Caller): Promise<Suggestion[]> {
    if (splitAtSpaces(given.text).length === 0) return [];
    const limited = withDefaultRadius(given, this.environment.SEARCH_DEFAULT_RADIUS);
    assertAffordable(suggestCost(limited));
    const timeUsed = noTimeUsed();
    const inAreas = namesInAreas(limited.text, this.areas, this.synonyms, midpointOf(limited));
    const request = await this.openPlaces.resolve({ ...limited, inAreas }, limited.now, timeUsed);
    // They run at the same time: each goes on with what is left.
    const context = (): SearchContext => ({ caller, timeUsed: { ...timeUsed } });
    const [places, categories, areas] = await Promise.all([
      this.findPlaces(request, context()),
      this.findCategories(request, context()),
      this.findAreas(request, context()),
    ]);
    const matching = (kind: CategoryMatch): Suggestion[] => [
      ...categories
        .flatMap(({ category, match, label }) => (match === kind ? [{ ...category, matchedName: label }] : []))
        .slice(0, MAX_CATEGORIES),
      ...areas.flatMap(({ area, match }) => (match === kind ? [area] : [])).slice(0, MAX_AREAS),
    ];
    const typed = [request.text, ...inAreas.map(({ name }) => name)].map(foldText);
    const found = places.map((hit) => ('type' in hit ? hit : toPlaceSuggestion(hit, typed, request.centre)));
    return [...matching('startsWith'), ...found, ...matching('contains')].slice(0, request.rows);
  }

  /** The places that match, the first of each name, and the streets and postcodes after those that match as typed. */
  private async findPlaces(request: SuggestRequest, context: SearchContext): Promise<(SuggestHit | StreetHit)[]> {
    const asTyped = await this.searcher.run(suggestQuery(request, 'as typed'), context);
    const streets = asTyped.streets.slice(0, MAX_STREETS);
    if (isEnough(asTyped, request)) return [...asTyped.places, ...streets];
    const query = suggestQuery(request, 'corrected');
    if (!isAffordable(query.cost)) return [...asTyped.places, ...streets];
    const { places } = await this.searcher.run(query, context);
    const { length } = asTyped.places;
    return [...places.slice(0, length), ...streets, ...places.slice(length)];
  }

  /** The categories that match and have places within filters and location. */
  private async findCategories(request: SuggestRequest, context: SearchContext): Promise<MatchedCategory[]> {
    const matched = (await this.names.matching(request.text, context.timeUsed)).slice(0, MAX_COUNTED);
    if (matched.length === 0 || isUnfiltered(request)) return matched;
    const keys = matched.map(({ category }) => category.key);
    const within = await this.searcher.run(categoriesWithinQuery(request, keys), context);
    const byKey = new Map(matched.map((match) => [match.category.key, match]));
    return namesFirst(within.flatMap((key) => byKey.get(key) ?? []));
  }

  /** The cities and districts that match and have places within filters and location, those nearest to the middle of the location first. */
  private async findAreas(request: SuggestRequest, context: SearchContext): Promise<MatchedArea[]> {
    const midpoint = midpointOf(request);
    const matched = matchAreas(this.areas, request.text, this.synonyms);
    const sorted = midpoint ? nearestFirst(matched, midpoint) : matched;
    if (sorted.length === 0 || isUnfiltered(request)) return sorted;
    const isWithin = new Map(sorted.map((match) => [match, isWithinCircle(match.area, request)]));
    const uncertain = sorted.filter((match) => isWithin.get(match) === undefined);
    const counted = (await this.possibleAreas(request, uncertain, context)).slice(0, MAX_COUNTED_AREAS);
    if (counted.length > 0) {
      const query = areaCountsQuery(
        request,
        counted.map(({ area }) => area),
      );
      const counts = await this.searcher.run(query, context);
      for (const [at, match] of counted.entries()) isWithin.set(match, (counts[at] ?? 0) > 0);
    }
    return sorted.filter((match) => isWithin.get(match));
  }

  /** Of more areas than can be counted one by one, those whose names places within filters and location have. */
  private async possibleAreas(
    request: SuggestRequest,
    matched: readonly MatchedArea[],
    context: SearchContext,
  ): Promise<readonly MatchedArea[]> {
    if (matched.length <= MAX_COUNTED_AREAS) return matched;
    const query = areaNamesQuery(
      request,
      matched.map(({ area }) => area),
    );
    const names = await this.searcher.run(query, context);
    const has = (part: 'city' | 'district', values: readonly string[] | undefined): boolean =>
      values === undefined || values.some((value) => names[part].has(fold(value)));
    return matched.filter(({ area: { addresses } }) =>
      addresses.some(({ city, district }) => has('city', city) && has('district', district)),
    );
  }
}

function toPlaceSuggestion(
  hit: SuggestHit,
  typed: readonly FoldedText[],
  centre: GeoPoint | undefined,
): PlaceSuggestion {
  const { id, name, places, address, location } = hit;
  const point = location && { lat: Number(location.lat), lng: Number(location.lng) };
  const matchedName = matchedNameOf(hit, typed);
  return {
    ...{ type: 'place', id, name, places },
    ...(matchedName !== undefined && { matchedName }),
    ...(address && { address }),
    ...(centre && point && { distance: distanceInMetres(centre, point) }),
  };
}

/**
 * The further name that matches, one that starts with the text first; undefined if the name itself matches.
 *
 * @param typed the text, and the text without the words of an area
 */
function matchedNameOf(hit: SuggestHit, typed: readonly FoldedText[]): string | undefined {
  const others = otherNamesOf(hit);
  if (others.length === 0) return undefined;
  const names = [hit.name, ...others].map((name) => ({ name, folded: foldName(name) }));
  const asTyped = names.filter(({ folded }) => typed.some((text) => hasTypedPrefixes(folded, text)));
  const matching =
    asTyped.length > 0 ? asTyped : names.filter(({ folded }) => typed.some((text) => matchCategory(folded, text)));
  if (matching[0]?.name === hit.name) return undefined;
  const starts = ({ folded }: { folded: FoldedName }): boolean =>
    typed.some((text) => matchCategory(folded, text) === 'startsWith');
  return (matching.find(starts) ?? matching[0])?.name;
}

function nearestFirst(matched: readonly MatchedArea[], from: GeoPoint): MatchedArea[] {
  const withDistance = matched.map((match) => ({ match, distance: distanceTo(match.area, from) }));
  return withDistance.sort((a, b) => a.distance - b.distance).map(({ match }) => match);
}

/** Whether corrections need not be searched. They would come after these places. */
function isEnough({ places, streets }: SuggestHits, { text, rows }: SuggestRequest): boolean {
  if (correctedWordsOf(text).length === 0 || places.length + streets.length >= rows) return true;
  // Other places in an area are not counted: `library christ` may mean Christchurch Libraries as well as a toy library there.
  const found = places.reduce((sum, { places, isMeant }) => sum + (isMeant ? places : 0), 0);
  if (found >= Math.min(ENOUGH_PLACES, rows)) return true;
  return found > 0 && Array.from(text).length >= MIN_UNAMBIGUOUS_LENGTH;
}

/** Places of an area may be so many times farther from its centre than its radius, which most of them are within. */
const SPREAD = 2;

/** Whether an area has places within the circle of a request; undefined if only a search can tell. */
function isWithinCircle(area: Area, request: SuggestRequest): boolean | undefined {
  const { centre, radius, ...other } = request;
  if (!centre || radius === undefined || !isUnfiltered(other)) return undefined;
  const distance = distanceTo(area, centre);
  if (distance + area.radius <= radius) return true;
  return distance > radius + SPREAD * area.radius ? false : undefined;
}

function isUnfiltered({
  filters,
  openAt,
  centre,
  rectangle,
  polygon,
  line,
}: Omit<SuggestRequest, 'text' | 'rows'>): boolean {
  return filters.length === 0 && !openAt && !centre && !rectangle && !polygon && !line;
}
