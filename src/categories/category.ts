/** A category with its subcategories, ordered by name, then id. */
export interface Category {
  id: string;
  name: string;
  subcategories: Subcategory[];
}

interface Subcategory {
  id: string;
  name: string;
}
