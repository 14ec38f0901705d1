import { z } from 'zod';
import { linkSchema } from '../http/response/links.js';
import { listOf } from '../http/response/list-schema.js';

export const categorySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    link: linkSchema,
    subcategories: z.array(z.object({ id: z.string(), name: z.string() })),
  })
  .meta({ id: 'Category', selectable: 'record' });

export const categoryList = listOf('CategoryResults', { root: 'categoryResults', items: 'categories' }, categorySchema);
