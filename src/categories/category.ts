import { z } from 'zod';
import { linkSchema, type Links } from '../http/links.js';
import { listOf } from '../http/list-schema.js';

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
    'With `lang`: what readers of it call these places. Absent if the name is in that language, or if the service does not know.',
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

/** The label of a category, or of its subcategory. */
export type LabelOf = (category: Subcategory, subcategory?: Subcategory) => string | undefined;

/** @param labelOf absent, none has a label */
export function presentCategory(
  category: Category,
  links: Links,
  labelOf: LabelOf | undefined,
): z.output<typeof categorySchema> {
  const { id, name, subcategories } = category;
  return {
    id,
    name,
    label: labelOf?.(category),
    link: links.category(id),
    subcategories: subcategories.map((subcategory) => ({
      id: subcategory.id,
      name: subcategory.name,
      label: labelOf?.(category, subcategory),
    })),
  };
}
