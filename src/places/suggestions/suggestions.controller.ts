import { Controller, Get } from '@nestjs/common';
import { Access } from '../../auth/access.js';
import { Cached } from '../../response-cache/dependencies.js';
import { Documented } from '../../http/routes.js';
import { type Caller, RequestCaller } from '../../http/request-context.js';
import { ResourceLinks, Links } from '../../http/links.js';
import { ReaderLanguages } from '../../http/language-parameter.js';
import { type ReaderLanguage } from '../../http/reader-languages.js';
import { Parameters } from '../../http/parameters.js';
import {
  type SuggestionRequest,
  suggestionParameters,
  toSuggestionRequest,
  presentSuggestion,
  suggestionsSchema,
} from './suggestion.js';
import { SuggestionsService } from './suggestions.service.js';

@Controller('v2/places/suggest')
export class SuggestionsController {
  constructor(private readonly suggestions: SuggestionsService) {}

  @Get()
  // The index shows a change within a second, and category names are read every half second. With this maximum age a
  // change is visible within two seconds.
  @Cached({ dependencies: ['index'], maxAgeMs: 500 })
  @Access('application', 'user')
  @Documented({
    id: 'suggestPlaces',
    summary: 'Suggest names while the user types',
    description: 'Names of places, categories, subcategories, cities and districts that match the text typed so far.',
    response: { root: 'suggestionResults', schema: suggestionsSchema },
    problems: ['search_too_complex', 'too_many_searches', 'search_unavailable'],
    examples: { typed: '/v2/places/suggest?q=mus&rows=3' },
  })
  async suggest(
    @Parameters(suggestionParameters, toSuggestionRequest) request: SuggestionRequest,
    @RequestCaller() caller: Caller,
    @ResourceLinks() links: Links,
    @ReaderLanguages() languages: readonly ReaderLanguage[],
  ) {
    const suggestions = await this.suggestions.suggest({ ...request, languages }, caller);
    return {
      suggestionResults: { suggestions: suggestions.map((suggestion) => presentSuggestion(suggestion, links)) },
    };
  }
}
