import { Inject, Injectable } from '@nestjs/common';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { type SuggestHits } from '../index/hits.js';
import { PlaceIndex } from '../index/place.index.js';
import { readCategoryKey } from '../query/category-key.js';
import { matchCategory } from '../query/category-match.js';
import { withDefaultRadius } from '../query/location.js';
import { suggestBody, type SuggestRequest } from '../query/suggest-body.js';
import { isCorrectable, typedWords } from '../query/typed-words.js';
import { type Suggestion } from './suggestion.js';

/** How many categories stand before the places, and how many may follow them. */
const CATEGORIES = 3;

/** With as many places found as typed, nobody looks for corrections, which cost twice as much. */
const ENOUGH = 5;

@Injectable()
export class SuggestionsService {
  constructor(
    private readonly index: PlaceIndex,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'SEARCH_DEFAULT_RADIUS'>,
  ) {}

  /**
   * Type-ahead (design, section 5): categories whose name begins with the text, then places, then categories whose name
   * holds it further on or with a typing error.
   *
   * @throws ProblemError `search_unavailable`
   */
  async suggest(request: SuggestRequest): Promise<Suggestion[]> {
    if (typedWords(request.text).length === 0) return [];
    const { places, categoryKeys } = await this.find(
      withDefaultRadius(request, this.environment.SEARCH_DEFAULT_RADIUS),
    );
    const categories = categoryKeys.map(readCategoryKey);
    const matching = (how: 'begins' | 'holds') =>
      categories.filter(({ name }) => matchCategory(name, request.text) === how).slice(0, CATEGORIES);
    const found = places.map(({ id, name }) => ({ type: 'place' as const, id, name }));
    return [...matching('begins'), ...found, ...matching('holds')].slice(0, request.rows);
  }

  private async find(request: SuggestRequest): Promise<SuggestHits> {
    const asTyped = await this.index.suggest(suggestBody(request, 'as typed'));
    const isEnough = asTyped.places.length >= Math.min(ENOUGH, request.rows);
    if (isEnough || !typedWords(request.text).some(isCorrectable)) return asTyped;
    return this.index.suggest(suggestBody(request, 'corrected'));
  }
}
