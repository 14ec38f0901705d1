import { Injectable, Inject } from '@nestjs/common';
import { PlaceSearcher, type SearchContext } from '../elasticsearch/searcher.js';
import { type TimeUsed, noTimeUsed } from '../elasticsearch/protection.js';
import { SharedRead } from '../elasticsearch/shared-read.js';
import { type CategoryKey, otherNamesOf, readCategoryKey } from '../index/document.js';
import {
  type CategoryMatch,
  type FoldedName,
  type FoldedText,
  foldName,
  foldText,
  hasTypedPrefixes,
  matchCategory,
  typedWords,
} from '../query/words.js';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { type Caller } from '../../http/caller.js';
import { Areas, letterOf } from '../areas/areas.js';
import { OpenPlaces } from '../opening-hours/open-places.js';
import { distanceInMetres, type GeoPoint } from '../query/geometry.js';
import { withDefaultRadius, midpointOf } from '../query/location.js';
import { fold } from '../query/fold.js';
import { type Area, type LocalArea } from '../query/where.js';
import { isAffordable, suggestCost } from '../body/cost.js';
import { assertAffordable } from '../plan.js';
import {
  allCategoriesQuery,
  areaCountsQuery,
  areaNamesQuery,
  categoriesWithinQuery,
  correctedWordsOf,
  type SuggestHit,
  suggestQuery,
  type SuggestRequest,
} from './suggest-query.js';
import { type PlaceSuggestion, type Suggestion, type SuggestionRequest } from './suggestion.js';

/** A category or subcategory that has places. */
interface CategoryName extends CategoryKey {
  /** Its key in the index. */
  readonly key: string;
  readonly folded: FoldedName;
}

/** A category whose name matches the typed text, and how it matches. */
interface MatchedCategory {
  readonly category: CategoryName;
  readonly match: Exclude<CategoryMatch, undefined>;
}

/** The names of all categories that have places. They are few, so they are matched in memory. */
@Injectable()
export class CategoryNames {
  private byKey = new Map<string, CategoryName>();
  private readonly names = new SharedRead((time) => this.read(time));

  constructor(private readonly searcher: PlaceSearcher) {}

  /**
   * The categories whose names match the text, those with the most places first.
   *
   * @param time gets what the request waits for the names
   * @throws ProblemError `search_unavailable`
   */
  async matching(text: string, time: TimeUsed): Promise<MatchedCategory[]> {
    const typed = foldText(text);
    return (await this.names.current(time)).flatMap((category) => {
      const match = matchCategory(category.folded, typed);
      return match === undefined ? [] : [{ category, match }];
    });
  }

  private async read(time: TimeUsed): Promise<readonly CategoryName[]> {
    const keys = await this.searcher.run(allCategoriesQuery(), { time });
    // Names that were read before are not parsed and folded again.
    this.byKey = new Map(keys.map((key) => [key, this.byKey.get(key) ?? toName(key)]));
    return [...this.byKey.values()];
  }
}

function toName(key: string): CategoryName {
  const category = readCategoryKey(key);
  return { ...category, key, folded: foldName(category.name) };
}

/** The maximum number of categories before the places, and after them. */
const MAX_CATEGORIES = 3;

/** The maximum number of cities and districts before the places, and after them. */
const MAX_AREAS = 2;

/** The maximum number of cities and districts that are counted within filters and location. Each is a filter of its own. */
const MAX_COUNTED_AREAS = 100;

/** The maximum number of categories that are counted within filters and location, the most frequent first. */
const MAX_COUNTED = 1000;

/** With so many places for the text as typed, no corrections are searched: they cost twice as much. */
const ENOUGH_PLACES = 5;

/** A text of this length that finds any place has no typing error. A shorter error is often the prefix of another word. */
const MIN_UNAMBIGUOUS_LENGTH = 8;

@Injectable()
export class SuggestionsService {
  constructor(
    private readonly searcher: PlaceSearcher,
    private readonly names: CategoryNames,
    private readonly areas: Areas,
    private readonly openPlaces: OpenPlaces,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'SEARCH_DEFAULT_RADIUS'>,
  ) {}

  /**
   * Type-ahead. Returns categories, cities and districts whose name starts with the text, then places, then those whose name
   * contains it or matches it with a typing error.
   *
   * @throws ProblemError `search_too_complex`, or as `PlaceSearcher.run()`
   */
  async suggest(given: SuggestionRequest, caller: Caller): Promise<Suggestion[]> {
    if (typedWords(given.text).length === 0) return [];
    const limited = withDefaultRadius(given, this.environment.SEARCH_DEFAULT_RADIUS);
    assertAffordable(suggestCost(limited));
    const time = noTimeUsed();
    const request = await this.openPlaces.resolve(limited, limited.now, time);
    // They run at the same time: each goes on with what is left.
    const context = (): SearchContext => ({ caller, time: { ...time } });
    const [places, categories, areas] = await Promise.all([
      this.findPlaces(request, context()),
      this.findCategories(request, context()),
      this.findAreas(request, context()),
    ]);
    const matching = (kind: CategoryMatch): Suggestion[] => [
      ...categories.flatMap(({ category, match }) => (match === kind ? [category] : [])).slice(0, MAX_CATEGORIES),
      ...areas.flatMap(({ area, match }) => (match === kind ? [area] : [])).slice(0, MAX_AREAS),
    ];
    const typed = foldText(request.text);
    const found = places.map((hit) => toPlaceSuggestion(hit, typed, request.centre));
    return [...matching('startsWith'), ...found, ...matching('contains')].slice(0, request.rows);
  }

  private async findPlaces(request: SuggestRequest, context: SearchContext): Promise<SuggestHit[]> {
    const asTyped = await this.searcher.run(suggestQuery(request, 'as typed'), context);
    if (isEnough(asTyped.length, request)) return asTyped;
    const corrected = suggestQuery(request, 'corrected');
    return isAffordable(corrected.cost) ? this.searcher.run(corrected, context) : asTyped;
  }

  /** The categories that match and have places within filters and location. */
  private async findCategories(request: SuggestRequest, context: SearchContext): Promise<MatchedCategory[]> {
    const matched = (await this.names.matching(request.text, context.time)).slice(0, MAX_COUNTED);
    if (matched.length === 0 || isUnfiltered(request)) return matched;
    const keys = matched.map(({ category }) => category.key);
    const within = await this.searcher.run(categoriesWithinQuery(request, keys), context);
    const byKey = new Map(matched.map((match) => [match.category.key, match]));
    return within.flatMap((key) => byKey.get(key) ?? []);
  }

  /** The cities and districts that match and have places within filters and location, those nearest to the middle of the location first. */
  private async findAreas(request: SuggestRequest, context: SearchContext): Promise<MatchedArea[]> {
    const midpoint = midpointOf(request);
    const matched = matchAreas(this.areas, request.text);
    const sorted = midpoint ? byDistance(matched, midpoint) : matched;
    if (sorted.length === 0 || isUnfiltered(request)) return sorted;
    const first = (await this.possibleAreas(request, sorted, context)).slice(0, MAX_COUNTED_AREAS);
    if (first.length === 0) return [];
    const query = areaCountsQuery(
      request,
      first.map(({ area }) => area),
    );
    const counts = await this.searcher.run(query, context);
    return first.filter((_, at) => (counts[at] ?? 0) > 0);
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

function toPlaceSuggestion(hit: SuggestHit, typed: FoldedText, centre: GeoPoint | undefined): PlaceSuggestion {
  const { id, name, address, location } = hit;
  const point = location && { lat: Number(location.lat), lng: Number(location.lng) };
  const matchedName = matchedNameOf(hit, typed);
  return {
    ...{ type: 'place', id, name },
    ...(matchedName !== undefined && { matchedName }),
    ...(address && { address }),
    ...(centre && point && { distance: distanceInMetres(centre, point) }),
  };
}

/** The further name that matches, one that starts with the text first; undefined if the name itself matches. */
function matchedNameOf(hit: SuggestHit, typed: FoldedText): string | undefined {
  const others = otherNamesOf(hit);
  if (others.length === 0) return undefined;
  const names = [hit.name, ...others].map((name) => ({ name, folded: foldName(name) }));
  const asTyped = names.filter(({ folded }) => hasTypedPrefixes(folded, typed));
  const matching = asTyped.length > 0 ? asTyped : names.filter(({ folded }) => matchCategory(folded, typed));
  if (matching[0]?.name === hit.name) return undefined;
  return (matching.find(({ folded }) => matchCategory(folded, typed) === 'startsWith') ?? matching[0])?.name;
}

function byDistance(matched: readonly MatchedArea[], from: GeoPoint): MatchedArea[] {
  const withDistance = matched.map((match) => ({ match, distance: distanceTo(match.area, from) }));
  return withDistance.sort((a, b) => a.distance - b.distance).map(({ match }) => match);
}

/** In metres. An area without locations is the farthest. */
function distanceTo({ centre }: Area, from: GeoPoint): number {
  return centre ? distanceInMetres(from, centre) : Infinity;
}

function isEnough(found: number, { text, rows }: SuggestRequest): boolean {
  if (correctedWordsOf(text).length === 0 || found >= Math.min(ENOUGH_PLACES, rows)) return true;
  return found > 0 && Array.from(text).length >= MIN_UNAMBIGUOUS_LENGTH;
}

function isUnfiltered({ filters, openAt, centre, rectangle, polygon, line }: SuggestRequest): boolean {
  return filters.length === 0 && !openAt && !centre && !rectangle && !polygon && !line;
}

/** A city or district whose name matches the typed text, and how it matches. */
interface MatchedArea {
  readonly area: LocalArea;
  readonly match: Exclude<CategoryMatch, undefined>;
}

/** One letter starts too many names. */
const MIN_AREA_LETTERS = 2;

/** Names that are compared with a text that has a typing error: those of the areas with the most places. */
const MAX_COMPARED_AREAS = 2000;

/**
 * The cities and districts whose names match the text, those with the most places first. A typing error is not in the first
 * letter of the text.
 */
function matchAreas(areas: Areas, text: string): MatchedArea[] {
  const typed = foldText(text);
  const [first = ''] = typed.words;
  if (typed.text.length < MIN_AREA_LETTERS) return [];
  const candidates = areas.startingWith(letterOf(first));
  const asTyped = candidates.filter(({ folded }) => hasTypedPrefixes(folded, typed));
  const compared = asTyped.length > 0 ? asTyped : candidates.slice(0, MAX_COMPARED_AREAS);
  return compared.flatMap(({ area, folded }) => {
    const match = matchCategory(folded, typed);
    return match === undefined ? [] : [{ area, match }];
  });
}
