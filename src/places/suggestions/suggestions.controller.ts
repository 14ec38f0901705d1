import { Controller, Get } from '@nestjs/common';
import { Access } from '../../auth/access/access-decorator.js';
import { Cached } from '../../response-cache/cached-decorator.js';
import { Documented } from '../../http/routes/documented-decorator.js';
import { ResourceLinks } from '../../http/response/links-decorator.js';
import { Links } from '../../http/response/links.js';
import { Parameters } from '../../http/request/parameters-decorator.js';
import { type SuggestRequest } from '../search-body/suggest-body.js';
import { suggestionParameters, toSuggestRequest } from './suggestion-parameters.js';
import { presentSuggestion } from './suggestion-presenter.js';
import { suggestionsSchema } from './suggestion-schema.js';
import { SuggestionsService } from './suggestions.service.js';

@Controller('v2/places/suggest')
export class SuggestionsController {
  constructor(private readonly suggestions: SuggestionsService) {}

  /** Type-ahead on the names of places and categories (design, sections 5 and 9). */
  @Get()
  // The names of categories are read from the index every half second, and it shows a change after nearly one: together
  // it is seen within two.
  @Cached({ dependencies: ['index'], maxAgeMs: 500 })
  @Access('application', 'user')
  @Documented({
    id: 'suggestPlaces',
    summary: 'Type-ahead',
    description: 'Names of places, categories and subcategories that begin with what has been typed.',
    response: { root: 'suggestionResults', schema: suggestionsSchema },
    problems: ['search_unavailable'],
    examples: { typed: '/v2/places/suggest?q=mus&rows=3' },
  })
  async suggest(
    @Parameters(suggestionParameters, toSuggestRequest) request: SuggestRequest,
    @ResourceLinks() links: Links,
  ) {
    const suggestions = await this.suggestions.suggest(request);
    return {
      suggestionResults: { suggestions: suggestions.map((suggestion) => presentSuggestion(suggestion, links)) },
    };
  }
}
