import { Inject, Injectable } from '@nestjs/common';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { type Caller } from '../../http/request/caller-decorator.js';
import { type SuggestHit } from '../search-index/search-hits.js';
import { PlaceSearcher } from '../search-index/place-searcher.js';
import { categoriesWithin } from '../search-body/category-count.js';
import { withDefaultRadius } from '../query/location.js';
import { suggestCost } from '../search-body/search-cost.js';
import { type Spelling, suggestBody, type SuggestRequest } from '../search-body/suggest-body.js';
import { isCorrectable, typedWords } from '../query/text/typed-words.js';
import { type MatchedCategory, CategoryNames } from './category-names.js';
import { type Suggestion } from './suggestion.js';

/** The maximum number of categories before the places, and after them. */
const MAX_CATEGORIES = 3;

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
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'SEARCH_DEFAULT_RADIUS'>,
  ) {}

  /**
   * Type-ahead. Returns categories whose name starts with the text, then places, then categories whose name contains it
   * or matches it with a typing error.
   *
   * @throws ProblemError as `SearchProtection.run()`
   */
  async suggest(given: SuggestRequest, caller: Caller): Promise<Suggestion[]> {
    if (typedWords(given.text).length === 0) return [];
    const request = withDefaultRadius(given, this.environment.SEARCH_DEFAULT_RADIUS);
    const [hits, categories] = await Promise.all([
      this.findPlaces(request, caller),
      this.findCategories(request, caller),
    ]);
    const matching = (kind: MatchedCategory['match']) =>
      categories.filter(({ match }) => match === kind).map(({ category }) => category);
    const places = hits.map(({ id, name }) => ({ type: 'place' as const, id, name }));
    return [
      ...matching('startsWith').slice(0, MAX_CATEGORIES),
      ...places,
      ...matching('contains').slice(0, MAX_CATEGORIES),
    ].slice(0, request.rows);
  }

  private async findPlaces(request: SuggestRequest, caller: Caller): Promise<SuggestHit[]> {
    const search = (spelling: Spelling): Promise<SuggestHit[]> =>
      this.searcher.suggest(suggestBody(request, spelling), { caller, cost: suggestCost(request, spelling) });
    const asTyped = await search('as typed');
    return isEnough(asTyped.length, request) ? asTyped : search('corrected');
  }

  /** The categories that match and have places within filters and location. */
  private async findCategories(request: SuggestRequest, caller: Caller): Promise<MatchedCategory[]> {
    const matched = (await this.names.matching(request.text)).slice(0, MAX_COUNTED);
    if (matched.length === 0 || isUnfiltered(request)) return matched;
    const keys = matched.map(({ category }) => category.key);
    const within = await this.searcher.categoryKeys(categoriesWithin(request, keys), {
      caller,
      cost: suggestCost(request, 'as typed'),
    });
    const byKey = new Map(matched.map((match) => [match.category.key, match]));
    return within.flatMap((key) => byKey.get(key) ?? []);
  }
}

function isEnough(found: number, { text, rows }: SuggestRequest): boolean {
  const correctable = typedWords(text).filter(isCorrectable);
  if (correctable.length === 0 || found >= Math.min(ENOUGH_PLACES, rows)) return true;
  return found > 0 && Array.from(text).length >= MIN_UNAMBIGUOUS_LENGTH;
}

function isUnfiltered({ filters, centre, rectangle }: SuggestRequest): boolean {
  return filters.length === 0 && !centre && !rectangle;
}
