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
