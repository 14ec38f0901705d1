import { Injectable, Inject } from '@nestjs/common';
import { ElasticsearchSearcher, type SearchContext } from '../elasticsearch/searcher.js';
import { type TimeUsed, noTimeUsed } from '../elasticsearch/protection.js';
import { SharedRead } from '../elasticsearch/shared-read.js';
import { otherNamesOf } from '../search-index/document.js';
import { type CategoryKey, positionOf, readCategoryKey } from '../place.js';
import {
  type CategoryMatch,
  type FoldedName,
  type FoldedText,
  editDistance,
  foldName,
  foldText,
  hasTypedPrefixes,
  isAlphabetic,
  isCorrectable,
  keysOf,
  matchCategory,
  nameKey,
  splitAtSpaces,
  startsWithCorrected,
  startsWithTyped,
  tokensOf,
} from '../words/words.js';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { type ReaderLanguage } from '../../http/reader-languages.js';
import { type Caller } from '../../http/request-context.js';
import { inChunks } from '../../concurrency/chunks.js';
import { Areas } from '../areas/areas.js';
import { Kinds } from '../kinds/kinds.js';
import { SynonymFile } from '../synonyms/synonym-file.js';
import { nameIn } from '../names.js';
import { OpenPlaces } from '../opening-hours/open-places.js';
import { distanceInMetres, type GeoPoint } from '../query/geometry.js';
import { withDefaultRadius, midpointOf } from '../query/location.js';
import { type KindDefinition } from '../words/catalogues.js';
import { type Area } from '../words/where.js';
import { assertAffordable } from '../search/affordable.js';
import { isAffordable, suggestCost } from '../body/cost.js';
import {
  allCategoriesQuery,
  areasWithinQuery,
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

/** What a category is called beside its name. */
interface OtherName {
  readonly text: string;
  readonly folded: FoldedName;
}

/** A category or subcategory that has places. */
interface CategoryName extends CategoryKey {
  /** Its key in the index. */
  readonly key: string;
  /** The kinds of its places. */
  readonly kinds: readonly string[];
  readonly folded: FoldedName;
  /** What it is called in the languages of the data. */
  readonly labels: readonly OtherName[];
  /** All else that people call its places. */
  readonly aliases: readonly OtherName[];
  /** The first letters of all that may match a text. */
  readonly letters: ReadonlySet<string>;
}

/** A category whose name, or what people call it, matches the typed text, and how it matches. */
interface MatchedCategory {
  readonly category: CategoryName;
  readonly match: Exclude<CategoryMatch, undefined> | 'corrected';
  /** What it is called, if its name does not start with the text. */
  readonly label?: string;
  readonly isAlias?: boolean;
  /** Whether the text is its name, or its label. */
  readonly isWhole?: boolean;
}

/** Fewer letters start too many aliases. In scripts without an alphabet, many words have two. */
const MIN_ALIAS_LETTERS = { alphabetic: 3, others: 2 } as const;

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
   * The categories whose names match the text, the one of this name first, then those with the most places; then those that start with
   * it only in another language; then those whose places are also called so. If there are none, those with a typing error in any of
   * these.
   *
   * @param timeUsed gets what the request waits for the names
   * @throws ProblemError `search_unavailable`
   */
  async matching(text: string, timeUsed: TimeUsed): Promise<MatchedCategory[]> {
    const typed = foldText(text);
    if (typed.words.length === 0) return [];
    const names = (await this.names.current(timeUsed)).get(typed.words[0]?.charAt(0) ?? '') ?? [];
    const asTyped = names.flatMap((category) => matchName(category, typed) ?? []);
    const mayDiffer = asTyped.length === 0 && typed.words.some(isCorrectable);
    return namesFirst(mayDiffer ? names.flatMap((category) => correctedName(category, typed) ?? []) : asTyped);
  }

  /** The kind of place that a text names. */
  kindOf(text: string): KindDefinition | undefined {
    const keys = keysOf(tokensOf(text));
    const found = this.kinds.longestKindAt(keys, 0);
    return found?.end === keys.length ? found.kind : undefined;
  }

  /** The categories by the first letters of all that may match a text: most letters typed start few of them. */
  private async read(timeUsed: TimeUsed): Promise<ReadonlyMap<string, readonly CategoryName[]>> {
    const keys = await this.searcher.run(allCategoriesQuery(), { timeUsed });
    const { version } = this.kinds;
    // Names that were read before are not parsed and folded again.
    const known = this.kindsVersion === version ? this.byKey : new Map<string, CategoryName>();
    const byKey = new Map<string, CategoryName>();
    const byLetter = new Map<string, CategoryName[]>();
    await inChunks(keys, (key) => {
      const category = known.get(key) ?? this.toName(key);
      byKey.set(key, category);
      for (const letter of category.letters) {
        const others = byLetter.get(letter);
        if (others) others.push(category);
        else byLetter.set(letter, [category]);
      }
    });
    this.kindsVersion = version;
    this.byKey = byKey;
    return byLetter;
  }

  private toName(key: string): CategoryName {
    const category = readCategoryKey(key);
    const { name } = category;
    const toOtherName = (text: string): OtherName => ({ text, folded: foldName(text) });
    const labels = this.kinds.labelsOf(key, name).map(toOtherName);
    const aliases = this.kinds.aliasesOf(key).map(toOtherName);
    const folded = foldName(name);
    const others = [...labels, ...aliases].flatMap((other) => [other.folded.text, other.folded.unpunctuated]);
    const letters = new Set([...folded.words, folded.unpunctuated, ...others].map((text) => text.charAt(0)));
    return { ...category, key, kinds: this.kinds.sureKindsOf(key), folded, labels, aliases, letters };
  }
}

function matchName(category: CategoryName, typed: FoldedText): MatchedCategory | undefined {
  if (startsWithTyped(category.folded, typed))
    return { category, match: 'startsWith', isWhole: category.folded.text === typed.text };
  // A label that starts with the text says more than a name that contains it.
  const label = category.labels.find(({ folded }) => startsWithTyped(folded, typed));
  if (label) return { category, match: 'startsWith', label: label.text, isWhole: label.folded.text === typed.text };
  const min = MIN_ALIAS_LETTERS[isAlphabetic(typed.text) ? 'alphabetic' : 'others'];
  const isLong = typed.text.length >= min;
  const alias = isLong ? category.aliases.find(({ folded }) => folded.text.startsWith(typed.text)) : undefined;
  if (alias) return { category, match: 'startsWith', label: alias.text, isAlias: true };
  return hasTypedPrefixes(category.folded, typed) ? { category, match: 'contains' } : undefined;
}

/** As `matchName`, with a typing error: in any words of the name, or at the beginning of a label or an alias. */
function correctedName(category: CategoryName, typed: FoldedText): MatchedCategory | undefined {
  const isOwn = typed.words.every((prefix) => category.folded.words.some((word) => isLikelyStart(prefix, word)));
  if (isOwn) return { category, match: 'corrected' };
  const isLikely = ({ folded }: OtherName): boolean => isLikelyStart(typed.text, folded.text);
  const label = category.labels.find(isLikely);
  if (label) return { category, match: 'corrected', label: label.text };
  const alias = category.aliases.find(isLikely);
  return alias && { category, match: 'corrected', label: alias.text, isAlias: true };
}

/** Whether a typed text starts a text but for a typing error. Few errors are in the first letter. */
function isLikelyStart(typed: string, text: string): boolean {
  return text.startsWith(typed.slice(0, 1)) && startsWithCorrected(text, typed);
}

/**
 * Those that have the text as their own name come before those whose name it is in another language, these before those that match by
 * their own name, these before those that match in another language, and these before aliases.
 */
function namesFirst(matched: readonly MatchedCategory[]): MatchedCategory[] {
  return [...matched].sort((a, b) => rankOf(a) - rankOf(b));
}

function rankOf({ category, isWhole, isAlias, label }: MatchedCategory): number {
  if (label === undefined) return isWhole ? 0 : 2;
  // Of what the text means in another language, only some places of a category without a sure kind are.
  if (isAlias || category.kinds.length === 0) return 4;
  return isWhole ? 1 : 3;
}

/**
 * The categories without those that share a kind with a better one, whose words find the places of both: `Cafe` without `Cafés e
 * Padarias`, `Museus` without `Museu de Arte`. Those without a kind share their name.
 */
export function ofOtherKinds(matched: readonly MatchedCategory[]): MatchedCategory[] {
  const ranked = matched.map((match) => {
    const { kinds, folded } = match.category;
    const narrowest = kinds.filter((id) => !kinds.some((other) => other.startsWith(`${id}/`)));
    const ids = narrowest.length > 0 ? narrowest : [folded.text];
    // Of equally good ones, the less said the better.
    return { match, ids, rank: [Number(match.match === 'contains'), rankOf(match), ids.length, folded.words.length] };
  });
  const taken = new Set<string>();
  const others = new Set<MatchedCategory>();
  const better = ranked.toSorted((a, b) => a.rank.map((part, at) => part - (b.rank[at] ?? 0)).find(Boolean) ?? 0);
  for (const { match, ids } of better) {
    if (ids.some((id) => taken.has(id))) continue;
    others.add(match);
    for (const id of ids) taken.add(id);
  }
  return matched.filter((match) => others.has(match));
}

/** The maximum number of categories before the places, and after them. */
const MAX_CATEGORIES = 3;

/** The maximum number of cities and districts before the places, and after them. */
const MAX_AREAS = 2;

/** The maximum number of categories, and of areas, that are counted within filters and location, the most frequent first. */
const MAX_COUNTED = 1000;

/** The maximum number of streets and postcodes. */
const MAX_STREETS = 2;

/** With so many places for the text as typed, no corrections are searched: they cost twice as much, and a text that many names have is right. */
const ENOUGH_PLACES = { word: 3, words: 5 } as const;

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
    private readonly synonyms: SynonymFile,
    private readonly openPlaces: OpenPlaces,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'SEARCH_DEFAULT_RADIUS'>,
  ) {}

  /**
   * Type-ahead. Returns categories, cities and districts whose name starts with the text, then places and streets, then places and
   * categories with a typing error, then categories, cities and districts whose name contains it. If nothing matches as typed, categories
   * with a typing error come first. Places that are called as the text come before categories that are only also called so.
   *
   * @throws ProblemError `search_too_complex`, or as `ElasticsearchSearcher.run()`
   */
  async suggest(given: LocalizedRequest, caller: Caller): Promise<Suggestion[]> {
    if (splitAtSpaces(given.text).length === 0) return [];
    const limited = withDefaultRadius(given, this.environment.SEARCH_DEFAULT_RADIUS);
    assertAffordable(suggestCost(limited));
    const timeUsed = noTimeUsed();
    const inAreas = namesInAreas(limited.text, this.areas, this.synonyms, midpointOf(limited));
    const kind = this.names.kindOf(limited.text);
    const named = { ...limited, inAreas, ...(kind && { kind }) };
    const request = await this.openPlaces.resolve(named, limited.now, timeUsed);
    // They run at the same time: each goes on with what is left.
    const context = (): SearchContext => ({ caller, timeUsed: { ...timeUsed } });
    const [places, categories, areas] = await Promise.all([
      this.findPlaces(request, context()),
      this.findCategories(request, context()),
      this.findAreas(request, context()),
    ]);
    const categoriesThat = (kind: MatchedCategory['match']): MatchedCategory[] =>
      categories.filter(({ match }) => match === kind).slice(0, MAX_CATEGORIES);
    const areasThat = (kind: MatchedArea['match']): Suggestion[] =>
      areas.flatMap(({ area, match }) => (match === kind ? [area] : [])).slice(0, MAX_AREAS);
    const typed = [request.text, ...inAreas.map(({ name }) => name)].map(foldText);
    const toSuggestion = (hit: SuggestHit | StreetHit): Suggestion =>
      'type' in hit ? hit : toPlaceSuggestion(hit, typed, request);
    const key = nameKey(request.text);
    const isOfName = (hit: SuggestHit | StreetHit): boolean =>
      [hit.name, nameIn(hit, given.languages)].some((name) => nameKey(name) === key);
    const ofName = places.asTyped.findLastIndex(isOfName) + 1;
    const starting = categoriesThat('startsWith');
    const aliases = starting.filter(({ isAlias }) => ofName > 0 && isAlias);
    const asTyped = [
      ...starting.filter((category) => !aliases.includes(category)).map(toCategorySuggestion),
      ...areasThat('startsWith'),
      ...places.asTyped.slice(0, ofName).map(toSuggestion),
      ...aliases.map(toCategorySuggestion),
      ...places.asTyped.slice(ofName).map(toSuggestion),
    ];
    const isFound = asTyped.length > 0;
    const isLikely = isLikelyFor(request.text);
    const likely = places.corrected.filter(isLikely);
    const corrected = isFound ? likely : [...likely, ...places.corrected.filter((hit) => !isLikely(hit))];
    const correctedCategories = categoriesThat('corrected');
    const first = isFound ? [] : correctedCategories.filter(({ isAlias }) => !isAlias);
    return [
      ...first.map(toCategorySuggestion),
      ...asTyped,
      ...corrected.map(toSuggestion),
      ...correctedCategories.filter((category) => !first.includes(category)).map(toCategorySuggestion),
      ...categoriesThat('contains').map(toCategorySuggestion),
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
    return { asTyped, corrected: places.slice(hits.places.length) };
  }

  /** The categories that match and have places within filters and location. */
  private async findCategories(request: SuggestRequest, context: SearchContext): Promise<MatchedCategory[]> {
    const matched = (await this.names.matching(request.text, context.timeUsed)).slice(0, MAX_COUNTED);
    if (matched.length === 0 || isUnfiltered(request)) return ofOtherKinds(matched);
    const keys = matched.map(({ category }) => category.key);
    const within = await this.searcher.run(categoriesWithinQuery(request, keys), context);
    const byKey = new Map(matched.map((match) => [match.category.key, match]));
    return ofOtherKinds(namesFirst(within.flatMap((key) => byKey.get(key) ?? [])));
  }

  /** The cities and districts that match and have places within filters and location, those nearest to the middle of the location first. */
  private async findAreas(request: SuggestRequest, context: SearchContext): Promise<MatchedArea[]> {
    const midpoint = midpointOf(request);
    const matched = matchAreas(this.areas, request.text, this.synonyms);
    const sorted = midpoint ? nearestFirst(matched, midpoint) : matched;
    if (sorted.length === 0 || isUnfiltered(request)) return sorted;
    const isWithin = new Map(sorted.map((match) => [match, isWithinCircle(match.area, request)]));
    const uncertain = sorted.filter((match) => isWithin.get(match) === undefined);
    if (uncertain.length > 0) {
      const ids = uncertain.slice(0, MAX_COUNTED).flatMap(({ area }) => area.ids);
      const within = await this.searcher.run(areasWithinQuery(request, ids), context);
      for (const match of uncertain)
        isWithin.set(
          match,
          match.area.ids.some((id) => within.has(id)),
        );
    }
    return sorted.filter((match) => isWithin.get(match));
  }
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

/** The longest word of which a correction must be a whole word: shorter ones begin as any other. */
const SHORT_WORD = 4;

/**
 * Whether a place may be meant by a word with a typing error, although other names begin with the word. Few errors are in the first
 * letter: `king` is not Ring; and `copa` is not Copper.
 */
function isLikelyFor(text: string): (hit: SuggestHit) => boolean {
  const typed = foldText(text);
  const [word = ''] = typed.words;
  const [letter = ''] = word;
  if (typed.words.length > 1) return () => true;
  const isLikely = (other: string): boolean =>
    other.startsWith(letter) &&
    (word.length > SHORT_WORD ? matchCategory(foldName(other), typed) !== undefined : editDistance(other, word, 2) < 2);
  return (hit) => [hit.name, ...otherNamesOf(hit)].some((name) => foldName(name).words.some(isLikely));
}

function toCategorySuggestion({ category, label }: MatchedCategory): Suggestion {
  return { ...category, matchedName: label };
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

function nearestFirst(matched: readonly MatchedArea[], from: GeoPoint): MatchedArea[] {
  const withDistance = matched.map((match) => ({ match, distance: distanceTo(match.area, from) }));
  return withDistance.sort((a, b) => a.distance - b.distance).map(({ match }) => match);
}

/** Whether corrections need not be searched. They would come after these places. */
function isEnough({ places, streets }: SuggestHits, { text, rows }: SuggestRequest): boolean {
  if (correctedWordsOf(text).length === 0 || places.length + streets.length >= rows) return true;
  // Other places in an area are not counted: `library christ` may mean Christchurch Libraries as well as a toy library there.
  const found = places.reduce((sum, { places, isMeant }) => sum + (isMeant ? places : 0), 0);
  const enough = splitAtSpaces(text).length > 1 ? ENOUGH_PLACES.words : ENOUGH_PLACES.word;
  if (found >= Math.min(enough, rows)) return true;
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
