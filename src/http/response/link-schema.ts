import { z } from 'zod';

export const linkSchema = z
  .object({
    rel: z.string().describe('`self`, or `/linkrels/search/getByPlaceId` for the place of a check-in or review.'),
    uri: z.url().describe('The URL of the resource.'),
  })
  .meta({ id: 'Link', description: 'A link to a resource.', selectable: 'part' });
