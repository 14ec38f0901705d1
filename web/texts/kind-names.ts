import { asRestaurant } from '../../src/places/kinds/restaurants.js';
import { type Place, type Suggestion } from '../api/records.js';

/** What readers call the kinds of places, by their ids. Empty until they are loaded. */
export type KindNames = ReadonlyMap<string, string>;

/** The end of its id is better than nothing. */
export function nameOfKind(id: string, names: KindNames): string {
  return names.get(id) ?? id.slice(id.lastIndexOf('/') + 1);
}

/** The kinds that are no broader ones of others: of `restaurant` and `restaurant/pizza`, the second. */
export function narrowest(kinds: NonNullable<Place['kinds']> = []): string[] {
  const ids = kinds.map(({ id }) => id);
  return ids.filter((id) => !ids.some((other) => other.startsWith(`${id}/`)));
}

/** How many kinds are named: a place with more is named by the first. */
const NAMED = 2;

/** What readers call a place: `Indian Restaurant`. Its categories, where it has no kind. */
export function kindLine({ kinds, categories }: Pick<Place, 'kinds' | 'categories'>, names: KindNames): string {
  const named = namesOf(kinds, names);
  const all = named.length > 0 ? named : categories.map(({ name, subcategory }) => subcategory?.name ?? name);
  return [...new Set(all)].slice(0, NAMED).join(', ');
}

/** What readers call a category: its kinds, unless its text is one of their names, its kinds are many, or none is loaded. */
export function categoryLine({ text, kinds }: Pick<Suggestion, 'text' | 'kinds'>, names: KindNames): string {
  const named = namesOf(kinds, names);
  const isNamed = named.some((name) => name.toLowerCase() === text.toLowerCase());
  return isNamed || named.length === 0 || named.length > NAMED ? text : named.join(', ');
}

/** The food of a restaurant to take away has no name of its own. */
function namesOf(kinds: Place['kinds'], names: KindNames): string[] {
  const ids = narrowest(kinds);
  const named = ids.filter((id) => asRestaurant(id) === id || !ids.includes(asRestaurant(id)));
  return [...new Set(named.flatMap((id) => names.get(id) ?? []))];
}
