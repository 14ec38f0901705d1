import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { type Api } from '../api/api.js';
import { capitalized } from '../parts/formats.js';
import { type Texts } from './texts.js';

/** What the reader calls the places of a category. */
export interface NameCategory {
  (name: string): string;
  /** Whether these are the words for one kind of place, with which a search finds all of it. */
  readonly areOfKind?: (name: string) => boolean;
}

const asNamed: NameCategory = (name) => name;

export const CategoryNamesContext = createContext<NameCategory>(asNamed);

export function useCategoryNames(): NameCategory {
  return useContext(CategoryNamesContext);
}

interface Named {
  readonly name: string;
  /** Words of a sentence, such as `brazilian restaurant`. */
  readonly label?: string;
}

/** Loads what readers of a language call the categories. Until then, and if that fails, they have their own names. */
export function useLoadedNames(
  api: Api,
  { lang: language, categories: general }: Texts,
  isActive: boolean,
): NameCategory {
  const [nameIt, setNames] = useState<NameCategory>(() => asNamed);
  useEffect(() => {
    if (!isActive) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const fields = 'name,label,subcategories.name,subcategories.label';
    api
      .look<{
        categoryResults: { categories: (Named & { subcategories?: readonly Named[] })[] };
      }>(`/v2/categories?fl=${fields}&lang=${language}`, signal)
      .then(
        ({ categoryResults: { categories } }) => {
          if (signal.aborted) return;
          const all = categories.flatMap(({ subcategories = [], ...category }) => [category, ...subcategories]);
          const labels = new Map(
            all.flatMap(({ name, label }) => (label === undefined ? [] : [[name, capitalized(label, language)]])),
          );
          const nameOf = (name: string): string => labels.get(name) ?? general[name] ?? name;
          // A category of two kinds has the words for both: Cafe, Bakery.
          const areOfKind = (name: string): boolean => labels.get(name)?.includes(',') === false;
          setNames(() => Object.assign(nameOf, { areOfKind }));
        },
        () => undefined,
      );
    return () => {
      controller.abort();
    };
  }, [api, language, general, isActive]);
  return nameIt;
}
