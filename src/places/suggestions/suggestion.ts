import { z } from 'zod';
import { linkSchema, type Links } from '../../http/response/links.js';
import { type CategoryKey } from '../search-index/mapping/category-key.js';

/** A place, category or subcategory whose name matches the typed text. */
export type Suggestion = { readonly type: 'place'; readonly id: string; readonly name: string } | CategoryKey;

export const suggestionSchema = z
  .object({
    text: z.string(),
    type: z.enum(['place', 'category', 'subcategory']),
    id: z.string(),
    link: linkSchema.describe('The link of a subcategory is that of its category.'),
  })
  .meta({ id: 'Suggestion' });

export const suggestionsSchema = z.object({ suggestions: z.array(suggestionSchema) }).meta({ id: 'SuggestionResults' });

export function presentSuggestion(suggestion: Suggestion, links: Links): z.output<typeof suggestionSchema> {
  const { type, id, name } = suggestion;
  const link = suggestion.type === 'place' ? links.place(id) : links.category(suggestion.categoryId);
  return { text: name, type, id, link };
}
