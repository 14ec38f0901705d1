import { z } from 'zod';
import { type ListShape } from './list-view.js';

/** The header block of every list (interface section 2.1). */
const headerSchema = z
  .object({
    found: z.int().min(0).describe('How many items the whole list has.'),
    rows: z.int().min(1).describe('How many items were asked for.'),
    start: z.int().min(0).describe('Where in the list the page begins.'),
    next: z.url().optional().describe('The address of the next page, while there is one.'),
    previous: z.url().optional().describe('The address of the page before, when there is one.'),
    nextCursorMark: z.string().optional().describe('In a walk, the mark of the next page, while there is one.'),
  })
  .meta({ id: 'Header', description: 'Where a page stands in its list.' });

/**
 * A list: where its items stand, and what its answers look like.
 *
 * @param id the name of its schema
 * @param beside what stands between the header and the items
 */
export function listOf(id: string, { root, items }: Record<'root' | 'items', string>, item: z.ZodType, beside = {}) {
  const schema = z.object({ header: headerSchema, ...beside, [items]: z.array(item) }).meta({ id });
  return { root, items, schema } satisfies ListShape & { schema: z.ZodType };
}
