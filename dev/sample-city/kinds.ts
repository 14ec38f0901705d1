import { type RealPlace } from './real-places.js';

/** What decides opening hours, texts of reviews, and how many people go there. */
export type Kind = 'food' | 'bar' | 'sweets' | 'shop' | 'culture' | 'stay' | 'sport' | 'office';

const byCategory: Readonly<Record<string, Kind>> = {
  Restaurant: 'food',
  Deli: 'food',
  'Fast Food': 'food',
  'Food Court': 'food',
  'Bars & Pubs': 'bar',
  Winery: 'bar',
  Bagels: 'sweets',
  Bakery: 'sweets',
  Cafe: 'sweets',
  'Coffee & Tea': 'sweets',
  Donuts: 'sweets',
  'Ice Cream': 'sweets',
  'Internet Cafe': 'sweets',
  'Juice Bar': 'sweets',
  'Tea Room': 'sweets',
  'Food & Beverages': 'shop',
  'Home & Garden': 'shop',
  Shopping: 'shop',
  'Shopping Center': 'shop',
  Arena: 'culture',
  'Arts & Performance': 'culture',
  Cinema: 'culture',
  Landmark: 'culture',
  Museum: 'culture',
  Park: 'culture',
  Recreation: 'culture',
  Travel: 'stay',
  'Sports & Exercise': 'sport',
};

const bySubcategory: Readonly<Record<string, Kind>> = {
  Bakery: 'sweets',
  'Movie Rental': 'shop',
  'Travel Agent': 'office',
};

/** Offices, schools, garages and all others: nobody reviews them much. */
export function kindOf({ categories: [category] }: Pick<RealPlace, 'categories'>): Kind {
  return bySubcategory[category?.subcategory?.name ?? ''] ?? byCategory[category?.name ?? ''] ?? 'office';
}
