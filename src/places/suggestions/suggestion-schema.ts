import { z } from 'zod';
import { linkSchema } from '../../http/response/link-schema.js';

/** Design, section 9. */
export const suggestionSchema = z
  .object({
    text: z.string(),
    type: z.enum(['place', 'category', 'subcategory']),
    id: z.string(),
    link: linkSchema.describe('Of a subcategory, where its category can be read.'),
  })
  .meta({ id: 'Suggestion' });

export const suggestionsSchema = z.object({ suggestions: z.array(suggestionSchema) }).meta({ id: 'SuggestionResults' });
