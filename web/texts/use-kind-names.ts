import { createContext } from 'preact';
import { useContext, useMemo } from 'preact/hooks';
import { type Api } from '../api/api.js';
import { useQueryOf } from '../api/use-query.js';
import { capitalized } from '../parts/formats.js';
import { type KindNames } from './kind-names.js';

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
