import { z } from 'zod';

/** Interface section 2.1. */
export const linkSchema = z
  .object({
    rel: z
      .string()
      .describe('`self`, or `/linkrels/search/getByPlaceId` where a check-in or a review names its place.'),
    uri: z.url().describe('The address of the resource.'),
  })
  .meta({ id: 'Link', description: 'Where a resource can be read.', selectable: 'part' });
