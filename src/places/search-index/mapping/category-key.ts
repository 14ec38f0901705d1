import { type PlaceCategory } from '../../place.js';

/** A category, or a subcategory with the id of its category. */
export interface CategoryKey {
  readonly type: 'category' | 'subcategory';
  readonly id: string;
  readonly name: string;
  /** The category itself, or that of the subcategory. */
  readonly categoryId: string;
}

/**
 * One text per category and subcategory of a place. The lists of ids and names in the index do not tell which id has which
 * name.
 */
export function categoryKeys(categories: readonly PlaceCategory[]): string[] {
  const keys = categories.flatMap(({ id, name, subcategory }) => [
    JSON.stringify([id, name]),
    ...(subcategory ? [JSON.stringify([id, subcategory.name, subcategory.id])] : []),
  ]);
  return [...new Set(keys)];
}

export function readCategoryKey(key: string): CategoryKey {
  // categoryKeys wrote the key.
  const [categoryId, name, id] = JSON.parse(key) as [string, string, string?];
  return id === undefined
    ? { type: 'category', id: categoryId, name, categoryId }
    : { type: 'subcategory', id, name, categoryId };
}
