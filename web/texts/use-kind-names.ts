import { createContext } from 'preact';
import { useContext, useMemo } from 'preact/hooks';
import { type Api } from '../api/api.js';
import { type Place } from '../api/records.js';
import { useQueryOf } from '../api/use-query.js';
import { capitalized } from '../parts/formats.js';

/** What readers call the kinds of places, by their ids. Empty until they are loaded. */
export type KindNames = ReadonlyMap<string, string>;

const none: KindNames = new Map();

export const KindNamesContext = createContext(none);

export function useKindNames(): KindNames {
  return useContext(KindNamesContext);
}

/** Loads the names of all kinds in a language. */
export function useLoadedNames(api: Api, language: string, isActive: boolean): KindNames {
  const path = isActive ? `/v2/kinds?fl=id,name&lang=${language}` : undefined;
  const { value } = useQueryOf<{ kindResults: { kinds: { id: string; name: string }[] } }>(api, path, false);
  return useMemo(
    () => (value ? new Map(value.kindResults.kinds.map(({ id, name }) => [id, capitalized(name, language)])) : none),
    [value],
  );
}

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
  const named = narrowest(kinds).flatMap((id) => names.get(id) ?? []);
  const all = named.length > 0 ? named : categories.map(({ name, subcategory }) => subcategory?.name ?? name);
  return [...new Set(all)].slice(0, NAMED).join(', ');
}
