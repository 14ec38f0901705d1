import { z } from 'zod';

/** The names in the response of a list: `{ [root]: { header, [items]: [...] } }`. */
export interface ListShape {
  root: string;
  items: string;
}

export const listHeaderSchema = z
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
 * @param extraMembers members between the header and the items
 * @param header the header block; an extension of `listHeaderSchema`
 */
export function listOf(
  id: string,
  { root, items }: Record<'root' | 'items', string>,
  item: z.ZodType,
  { extraMembers = {}, header = listHeaderSchema }: { extraMembers?: z.ZodRawShape; header?: z.ZodType } = {},
) {
  const schema = z.object({ header, ...extraMembers, [items]: z.array(item) }).meta({ id });
  return { root, items, schema } satisfies ListShape & { schema: z.ZodType };
}
