interface Category {
  readonly id: string;
  readonly name: string;
  readonly subcategory?: { readonly id: string; readonly name: string };
}

/** A category, or a subcategory with the category that it belongs to. */
export interface CategoryKey {
  readonly type: 'category' | 'subcategory';
  readonly id: string;
  readonly name: string;
  /** The category itself, or that of the subcategory. */
  readonly categoryId: string;
}

/**
 * The categories and subcategories of a place, each as one text: lists of ids and of names in the index do not say which
 * of them belong together.
 */
export function categoryKeys(categories: readonly Category[]): string[] {
  const keys = categories.flatMap(({ id, name, subcategory }) => [
    JSON.stringify([id, name]),
    ...(subcategory ? [JSON.stringify([id, subcategory.name, subcategory.id])] : []),
  ]);
  return [...new Set(keys)];
}

export function readCategoryKey(key: string): CategoryKey {
  // Only categoryKeys writes them.
  const [categoryId, name, id] = JSON.parse(key) as [string, string, string?];
  return id === undefined
    ? { type: 'category', id: categoryId, name, categoryId }
    : { type: 'subcategory', id, name, categoryId };
}
