import { Inject, Injectable } from '@nestjs/common';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { type SuggestHit } from '../search-index/search-hits.js';
import { PlaceSearcher } from '../search-index/place-searcher.js';
import { categoriesWithin } from '../search-body/category-count.js';
import { withDefaultRadius } from '../query/location.js';
import { suggestBody, type SuggestRequest } from '../search-body/suggest-body.js';
import { isCorrectable, typedWords } from '../query/text/typed-words.js';
import { type CategorySuggestion, CategoryNames } from './category-names.js';
import { type Suggestion } from './suggestion.js';

/** How many categories stand before the places, and how many may follow them. */
const CATEGORIES = 3;

/** How many categories are looked for within filters and location, the most frequent first. */
const COUNTED = 1000;

/** With as many places found as typed, nobody looks for corrections, which cost twice as much. */
const ENOUGH = 5;

/** What is as long as this and found at all was meant so. Shorter, a mistake is soon the beginning of another word. */
const UNMISTAKABLE = 8;

@Injectable()
export class SuggestionsService {
  constructor(
    private readonly index: PlaceSearcher,
    private readonly names: CategoryNames,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'SEARCH_DEFAULT_RADIUS'>,
  ) {}

  /**
   * Type-ahead (design, section 5): categories whose name begins with the text, then places, then categories whose name
   * holds it further on or with a typing error.
   *
   * @throws ProblemError `search_unavailable`
   */
  async suggest(asked: SuggestRequest): Promise<Suggestion[]> {
    if (typedWords(asked.text).length === 0) return [];
    const request = withDefaultRadius(asked, this.environment.SEARCH_DEFAULT_RADIUS);
    const [hits, answers] = await Promise.all([this.findPlaces(request), this.findCategories(request)]);
    const matching = (how: CategorySuggestion['match']) =>
      answers.filter(({ match }) => match === how).map(({ category }) => category);
    const places = hits.map(({ id, name }) => ({ type: 'place' as const, id, name }));
    return [...matching('begins').slice(0, CATEGORIES), ...places, ...matching('holds').slice(0, CATEGORIES)].slice(
      0,
      request.rows,
    );
  }

  private async findPlaces(request: SuggestRequest): Promise<SuggestHit[]> {
    const asTyped = await this.index.suggest(suggestBody(request, 'as typed'));
    if (isEnough(asTyped.length, request)) return asTyped;
    return this.index.suggest(suggestBody(request, 'corrected'));
  }

  /** Only a few texts answer to a category at all, and only then the index is asked which of them have places there. */
  private async findCategories(request: SuggestRequest): Promise<CategorySuggestion[]> {
    const answers = (await this.names.matching(request.text)).slice(0, COUNTED);
    if (answers.length === 0 || isEverywhere(request)) return answers;
    const keys = answers.map(({ category }) => category.key);
    const within = await this.index.categoryKeys(categoriesWithin(request, keys));
    const answerOf = new Map(answers.map((answer) => [answer.category.key, answer]));
    return within.flatMap((key) => answerOf.get(key) ?? []);
  }
}

function isEnough(found: number, { text, rows }: SuggestRequest): boolean {
  const correctable = typedWords(text).filter(isCorrectable);
  if (correctable.length === 0 || found >= Math.min(ENOUGH, rows)) return true;
  return found > 0 && Array.from(text).length >= UNMISTAKABLE;
}

function isEverywhere({ filters, centre, rectangle }: SuggestRequest): boolean {
  return filters.length === 0 && !centre && !rectangle;
}
