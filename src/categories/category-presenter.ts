import { type z } from 'zod';
import { linkFields, type Links } from '../http/response/links.js';
import { type Category } from './category.js';
import { type categorySchema } from './category-schema.js';

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
