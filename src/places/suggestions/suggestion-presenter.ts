import { type z } from 'zod';
import { type Links } from '../../http/response/links.js';
import { type Suggestion } from './suggestion.js';
import { type suggestionSchema } from './suggestion-schema.js';

/** A suggestion as design section 9 shapes it. A subcategory is shown with its category, and so links to it. */
export function presentSuggestion(suggestion: Suggestion, links: Links): z.output<typeof suggestionSchema> {
  const { type, id, name } = suggestion;
  const link = suggestion.type === 'place' ? links.place(id) : links.category(suggestion.categoryId);
  return { text: name, type, id, link };
}
