// The page loads this file, too: it imports nothing.

/** The kind of restaurant with the food of a kind of fast food, which people take for one; other kinds as they are. */
export function asRestaurant(kind: string): string {
  return kind.replace(/^amenity\/fast_food\//u, 'amenity/restaurant/');
}
