import { z } from 'zod';
import { listHeaderSchema } from '../request/paging.js';
import { type ListShape } from './list-view.js';

/**
 * The shape and the schema of a list.
 *
 * @param id the name of the schema
 * @param beside members between the header and the items
 * @param header the header block; an extension of `listHeaderSchema`
 */
export function listOf(
  id: string,
  { root, items }: Record<'root' | 'items', string>,
  item: z.ZodType,
  { beside = {}, header = listHeaderSchema }: { beside?: z.ZodRawShape; header?: z.ZodType } = {},
) {
  const schema = z.object({ header, ...beside, [items]: z.array(item) }).meta({ id });
  return { root, items, schema } satisfies ListShape & { schema: z.ZodType };
}
