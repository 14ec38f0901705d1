import { z } from 'zod';
import { linkFields, linkSchema, type Links } from '../http/links.js';
import { listOf } from '../http/response.js';
import { categoryKey } from '../places/index/document.js';

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

const label = z
  .string()
  .optional()
  .describe(
    'With `language`: what readers of it call these places. Absent if the name is in that language, or if the service does not know.',
  );

/** A category in a response. */
export const categorySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    label,
    link: linkSchema,
    subcategories: z.array(z.object({ id: z.string(), name: z.string(), label })),
  })
  .meta({ id: 'Category', selectable: 'record' });

export const categoryList = listOf('CategoryResults', { root: 'categoryResults', items: 'categories' }, categorySchema);

/** The paths that `fl` may name. */
export const categoryFields = [
  'id',
  ...linkFields('link'),
  'name',
  'label',
  ...['subcategories', 'subcategories.id', 'subcategories.name', 'subcategories.label'],
];

/** @param labelOf the label of a category or subcategory, by its key in the index; absent, none has one */
export function presentCategory(
  category: Category,
  links: Links,
  labelOf: ((key: string) => string | undefined) | undefined,
): z.output<typeof categorySchema> {
  const { id, name, subcategories } = category;
  return {
    id,
    name,
    label: labelOf?.(categoryKey(category)),
    link: links.category(id),
    subcategories: subcategories.map((subcategory) => ({
      id: subcategory.id,
      name: subcategory.name,
      label: labelOf?.(categoryKey(category, subcategory)),
    })),
  };
}
