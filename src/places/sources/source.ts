import { z } from 'zod';

/** Where the data of a place come from, as responses show it. */
export const sourceSchema = z
  .object({
    name: z.string(),
    license: z.url().optional().describe('The address of the licence of the data.'),
    attribution: z.string().optional().describe('The text that the licence asks to show with the data.'),
  })
  .meta({ id: 'Source', selectable: 'part' });

export type Source = z.output<typeof sourceSchema>;

export function presentSource({ name, license, attribution }: Source): Source {
  return { name, license, attribution };
}
