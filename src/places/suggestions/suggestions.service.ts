import { Injectable } from '@nestjs/common';
import { ElasticsearchSearcher, type SearchContext } from '../elasticsearch/searcher.js';
import { noTimeUsed } from '../elasticsearch/protection.js';
import { otherNamesOf } from '../search-index/document.js';
import { positionOf } from '../place.js';
import {
  type FoldedName,
  type FoldedText,
  foldName,
  foldText,
  hasTypedPrefixes,
  matchCategory,
  nameKey,
  splitAtSpaces,
  startsWithTyped,
} from '../words/words.js';
import { type ReaderLanguage } from '../../http/reader-languages.js';
import { type Caller } from '../../http/request-context.js';
import { Areas } from '../areas/areas.js';
import { nameIn } from '../names.js';
import { OpenPlaces } from '../opening-hours/open-places.js';
import { distanceInMetres } from '../query/geometry.js';
import { withDefaultRadius, midpointOf } from '../query/location.js';
import { assertAffordable } from '../search/affordable.js';
import { isAffordable, suggestCost } from '../body/cost.js';
import { bestFirst, CategoryNames, type MatchedCategory, ofOtherKinds } from './category-names.js';
import {
  correctedWordsOf,
  type StreetHit,
  type SuggestHit,
  type SuggestHits,
  suggestQuery,
  type SuggestRequest,
  withinQuery,
} from './suggest-query.js';
import { type MatchedArea, matchAreas, namesInAreas } from './typed-areas.js';
import { type PlaceSuggestion, type Suggestion, type SuggestionRequest } from './suggestion.js';

/** The maximum number of categories before the places, and after them. */
const MAX_CATEGORIES = 3;

/** The maximum number of cities and districts before the places, and after them. */
const MAX_AREAS = 2;

/** The maximum number of categories, and of areas, that are counted within filters and location: the best first. */
const MAX_COUNTED = 1000;

/** The maximum number of streets and postcodes. */
const MAX_STREETS = 2;

/** With so many places for the text as typed, no corrections are searched: they cost twice as much, and a text that many names have is right. */
const ENOUGH_PLACES = 3;

/** A text of this length that finds any place has no typing error. A shorter error is often the prefix of another word. */
const MIN_UNAMBIGUOUS_LENGTH = 8;

/** A request with the languages of the reader. */
type LocalizedRequest = SuggestionRequest & { readonly languages: readonly ReaderLanguage[] };

@Injectable()
export class SuggestionsService {
  constructor(
    private readonly searcher: ElasticsearchSearcher,
    private readonly names: CategoryNames,
    private readonly areas: Areas,
    private readonly openPlaces: OpenPlaces,
  ) {}

  /**
   * Type-ahead. Returns categories, cities and districts whose name starts with the text, then places and streets, then places and
   * categories with a typing error, then categories, cities and districts whose name contains it. Places that are called as the text come
   * before categories that are only also called so.
   *
   * @throws ProblemError `search_too_complex`, or as `ElasticsearchSearcher.run()`
   */
  async suggest(given: LocalizedRequest, caller: Caller): Promise<Suggestion[]> {
    if (splitAtSpaces(given.text).length === 0) return [];
    const limited = withDefaultRadius(given);
    assertAffordable(suggestCost(limited));
    const timeUsed = noTimeUsed();
    const inAreas = namesInAreas(limited.text, this.areas, midpointOf(limited));
    const kind = this.names.kindOf(limited.text);
    const request = await this.openPlaces.resolve(
      { ...limited, inAreas, ...(kind && { kind }) },
      limited.now,
      timeUsed,
    );
    // They run at the same time: each goes on with what is left.
    const context = (): SearchContext => ({ caller, timeUsed: { ...timeUsed } });
    const [{ asTyped, corrected }, { categories, areas }] = await Promise.all([
      this.findPlaces(request, context()),
      this.findCategoriesAndAreas(request, context()),
    ]);
    const categoriesThat = (match: MatchedCategory['match'], isAlias?: boolean): Suggestion[] =>
      categories
        .filter((one) => one.match === match)
        .slice(0, MAX_CATEGORIES)
        .filter(({ name }) => isAlias === undefined || (name.role === 'alias') === isAlias)
        .map(toCategorySuggestion);
    const areasThat = (match: MatchedArea['match']): Suggestion[] =>
      areas.flatMap((one) => (one.match === match ? [one.area] : [])).slice(0, MAX_AREAS);
    const typed = [request.text, ...inAreas.map(({ name }) => name)].map(foldText);
    const toSuggestion = (hit: SuggestHit | StreetHit): Suggestion =>
      'type' in hit ? hit : toPlaceSuggestion(hit, typed, request);
    const key = nameKey(request.text);
    const isOfName = (hit: SuggestHit | StreetHit): boolean =>
      [hit.name, nameIn(hit, given.languages)].some((name) => nameKey(name) === key);
    const ofName = asTyped.findLastIndex(isOfName) + 1;
    return [
      ...categoriesThat('startsWith', false),
      ...areasThat('startsWith'),
      ...asTyped.slice(0, ofName).map(toSuggestion),
      ...categoriesThat('startsWith', true),
      ...asTyped.slice(ofName).map(toSuggestion),
      ...categoriesThat('corrected', false),
      ...corrected.map(toSuggestion),
      ...categoriesThat('corrected', true),
      ...categoriesThat('contains'),
      ...areasThat('contains'),
    ].slice(0, request.rows);
  }

  /** The places that match, the first of each name, and streets and postcodes. */
  private async findPlaces(request: SuggestRequest, context: SearchContext): Promise<SuggestedPlaces> {
    const hits = await this.searcher.run(suggestQuery(request, 'as typed'), context);
    const asTyped = inOrder(hits, request);
    const query = isEnough(hits, request) ? undefined : suggestQuery(request, 'corrected');
    if (!query || !isAffordable(query.cost)) return { asTyped, corrected: [] };
    const { places } = await this.searcher.run(query, context);
    const known = new Set(hits.places.map(({ name }) => nameKey(name)));
    return { asTyped, corrected: places.filter(({ name }) => !known.has(nameKey(name))) };
  }

  /** The categories, and the cities and districts, that match and have places within filters and location. */
  private async findCategoriesAndAreas(request: SuggestRequest, context: SearchContext): Promise<MatchedNames> {
    const categories = (await this.names.matching(request.text, context.timeUsed)).slice(0, MAX_COUNTED);
    const areas = matchAreas(this.areas, request.text, midpointOf(request)).slice(0, MAX_COUNTED);
    if (categories.length + areas.length === 0 || isUnfiltered(request))
      return { categories: ofOtherKinds(categories), areas };
    const byKey = new Map(categories.map((match) => [match.category.key, match]));
    const ids = areas.flatMap(({ area }) => area.ids);
    const within = await this.searcher.run(withinQuery(request, [...byKey.keys()], ids), context);
    return {
      categories: ofOtherKinds(bestFirst(within.categories.flatMap((key) => byKey.get(key) ?? []))),
      areas: areas.filter(({ area }) => area.ids.some((id) => within.areas.has(id))),
    };
  }
}

/** The categories and areas whose names match a text. */
interface MatchedNames {
  readonly categories: readonly MatchedCategory[];
  readonly areas: readonly MatchedArea[];
}

/** What a text finds as typed, and then with typing errors. */
interface SuggestedPlaces {
  readonly asTyped: readonly (SuggestHit | StreetHit)[];
  readonly corrected: readonly SuggestHit[];
}

/** A name of so many places is a brand, which people search more than a single place. */
const MIN_BRANCHES = 3;

/** The maximum number of brands before the other places. */
const MAX_BRANDS = 2;

/**
 * Brands come before the places that match no better and are no nearer. Streets come before the places that have their name, else after
 * all.
 */
function inOrder({ places, streets }: SuggestHits, { text, centre }: SuggestRequest): (SuggestHit | StreetHit)[] {
  const [typed, key] = [foldText(text), nameKey(text)];
  /** 2: the whole name, 1: its beginning, 0: inner words. */
  const matchOf = ({ name }: SuggestHit): number =>
    nameKey(name) === key ? 2 : startsWithTyped(foldName(name), typed) ? 1 : 0;
  const distanceOf = (hit: SuggestHit): number => {
    const point = centre && positionOf(hit);
    return point ? distanceInMetres(centre, point) : Infinity;
  };
  let sorted = places;
  for (const brand of places
    .filter((hit) => hit.places >= MIN_BRANCHES)
    .slice(0, MAX_BRANDS)
    .reverse()) {
    const isBetter = (hit: SuggestHit): boolean => matchOf(hit) > matchOf(brand) || distanceOf(hit) < distanceOf(brand);
    const at = sorted.indexOf(brand);
    const before = sorted.slice(0, at);
    const passed = before.filter((hit) => !isBetter(hit));
    sorted = [...before.filter(isBetter), brand, ...passed, ...sorted.slice(at + 1)];
  }
  const shown = streets.slice(0, MAX_STREETS);
  const streetNames = shown.map(({ name }) => foldText(name));
  const hasStreetName = ({ name }: { name: string }): boolean =>
    streetNames.some((street) => startsWithTyped(foldName(name), street));
  const at = sorted.findIndex(hasStreetName);
  const before = at === -1 ? sorted.length : at;
  return [...sorted.slice(0, before), ...shown, ...sorted.slice(before)];
}

function toCategorySuggestion({ category, name }: MatchedCategory): Suggestion {
  return { ...category, matchedName: name.role === 'own' ? undefined : name.text };
}

function toPlaceSuggestion(
  hit: SuggestHit,
  typed: readonly FoldedText[],
  { centre, languages }: Pick<LocalizedRequest, 'centre' | 'languages'>,
): PlaceSuggestion {
  const { id, places, address } = hit;
  const name = nameIn(hit, languages);
  const point = positionOf(hit);
  const matchedName = matchedNameOf(hit, name, typed);
  return {
    ...{ type: 'place', id, name, places },
    ...(matchedName !== undefined && { matchedName }),
    ...(address && { address }),
    ...(centre && point && { distance: distanceInMetres(centre, point) }),
  };
}

/**
 * The other name that matches, one that starts with the text first; undefined if the shown name matches.
 *
 * @param shown the name in the language of the reader
 * @param typed the text, and the text without the words of an area
 */
function matchedNameOf(hit: SuggestHit, shown: string, typed: readonly FoldedText[]): string | undefined {
  const others = otherNamesOf(hit);
  if (others.length === 0) return undefined;
  const names = [...new Set([shown, hit.name, ...others])].map((name) => ({ name, folded: foldName(name) }));
  const asTyped = names.filter(({ folded }) => typed.some((text) => hasTypedPrefixes(folded, text)));
  const matching =
    asTyped.length > 0 ? asTyped : names.filter(({ folded }) => typed.some((text) => matchCategory(folded, text)));
  if (matching[0]?.name === shown) return undefined;
  const starts = ({ folded }: { folded: FoldedName }): boolean =>
    typed.some((text) => matchCategory(folded, text) === 'startsWith');
  return (matching.find(starts) ?? matching[0])?.name;
}

/** Whether corrections need not be searched. They would come after these places. */
function isEnough({ places, streets }: SuggestHits, { text, rows }: SuggestRequest): boolean {
  if (correctedWordsOf(text).length === 0 || places.length + streets.length >= rows) return true;
  const found = places.reduce((sum, hit) => sum + hit.places, 0);
  return found >= ENOUGH_PLACES || (found > 0 && Array.from(text).length >= MIN_UNAMBIGUOUS_LENGTH);
}

function isUnfiltered({ filters, openAt, centre, rectangle, polygon, line }: SuggestRequest): boolean {
  return filters.length === 0 && !openAt && !centre && !rectangle && !polygon && !line;
}
