import { z } from 'zod';
import { type ListShape } from './list-view.js';

const headerSchema = z
  .object({
    found: z.int().min(0).describe('The number of items in the whole list.'),
    rows: z.int().min(1).describe('The requested page size.'),
    start: z.int().min(0).describe('The offset of the page in the list.'),
    next: z.url().optional().describe('The URL of the next page. Absent on the last page.'),
    previous: z.url().optional().describe('The URL of the previous page. Absent on the first page.'),
    nextCursorMark: z
      .string()
      .optional()
      .describe('With cursor pagination: the `cursorMark` of the next page. Absent on the last page.'),
  })
  .meta({ id: 'Header', description: 'The position of a page in its list.' });

/**
 * The shape and the schema of a list.
 *
 * @param id the name of the schema
 * @param beside members between the header and the items
 */
export function listOf(id: string, { root, items }: Record<'root' | 'items', string>, item: z.ZodType, beside = {}) {
  const schema = z.object({ header: headerSchema, ...beside, [items]: z.array(item) }).meta({ id });
  return { root, items, schema } satisfies ListShape & { schema: z.ZodType };
}
