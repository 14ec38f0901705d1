import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { fold } from '../../src/places/query/fold.js';
import { type Api } from '../api/api.js';
import { capitalized } from '../parts/formats.js';

/** What the reader calls the places of a category. */
export interface NameCategory {
  (name: string): string;
  /** What the reader calls a kind of place. */
  readonly ofKind: (id: string) => string;
  /** The ids of the kinds whose names have a folded text. */
  readonly kindsNamed: (folded: string) => string[];
}

const asNamed = namesFrom(new Map(), new Map());

export const CategoryNamesContext = createContext<NameCategory>(asNamed);

export function useCategoryNames(): NameCategory {
  return useContext(CategoryNamesContext);
}

function namesFrom(labels: ReadonlyMap<string, string>, kinds: ReadonlyMap<string, string>): NameCategory {
  const ofKind = (id: string): string => kinds.get(id) ?? id.slice(id.lastIndexOf('/') + 1);
  const kindsNamed = (folded: string): string[] => [...kinds.keys()].filter((id) => fold(ofKind(id)).includes(folded));
  return Object.assign((name: string) => labels.get(name) ?? name, { ofKind, kindsNamed });
}

interface Named {
  readonly name: string;
  /** Words of a sentence, such as `brazilian restaurant`. */
  readonly label?: string;
}

/** Loads what readers of a language call the categories and kinds. Until then, and if that fails, they have their own names. */
export function useLoadedNames(api: Api, language: string, isActive: boolean): NameCategory {
  const [names, setNames] = useState(() => asNamed);
  useEffect(() => {
    if (!isActive) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const fields = 'name,label,subcategories.name,subcategories.label';
    const inWords = (name: string): string => capitalized(name, language);
    Promise.all([
      api.look<{ categoryResults: { categories: (Named & { subcategories?: readonly Named[] })[] } }>(
        `/v2/categories?fl=${fields}&lang=${language}`,
        signal,
      ),
      api.look<{ kindResults: { kinds: { id: string; name: string }[] } }>(
        `/v2/kinds?fl=id,name&lang=${language}`,
        signal,
      ),
    ]).then(
      ([{ categoryResults }, { kindResults }]) => {
        if (signal.aborted) return;
        const all = categoryResults.categories.flatMap(({ subcategories = [], ...one }) => [one, ...subcategories]);
        const labels = all.flatMap(({ name, label }) => (label === undefined ? [] : [[name, inWords(label)] as const]));
        const kinds = kindResults.kinds.map(({ id, name }) => [id, inWords(name)] as const);
        setNames(() => namesFrom(new Map(labels), new Map(kinds)));
      },
      () => undefined,
    );
    return () => {
      controller.abort();
    };
  }, [api, language, isActive]);
  return names;
}
