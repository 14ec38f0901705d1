import { z } from 'zod';
import { linkFields, linkSchema, type Links } from '../http/links.js';
import { listOf } from '../http/result.js';

export interface Category {
  id: string;
  name: string;
  /** Ordered by folded name, then identifier. */
  subcategories: Subcategory[];
}

interface Subcategory {
  id: string;
  name: string;
}

/** A category in a response. */
export const categorySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    link: linkSchema,
    subcategories: z.array(z.object({ id: z.string(), name: z.string() })),
  })
  .meta({ id: 'Category', selectable: 'record' });

export const categoryList = listOf('CategoryResults', { root: 'categoryResults', items: 'categories' }, categorySchema);

/** The paths that `fl` may name. */
export const categoryFields = [
  'id',
  ...linkFields('link'),
  'name',
  ...['subcategories', 'subcategories.id', 'subcategories.name'],
];

export function presentCategory({ id, name, subcategories }: Category, links: Links): z.output<typeof categorySchema> {
  return {
    id,
    name,
    link: links.category(id),
    subcategories: subcategories.map((subcategory) => ({ id: subcategory.id, name: subcategory.name })),
  };
}
