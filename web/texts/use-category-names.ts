import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { type Api } from '../api/api.js';
import { capitalized } from '../parts/formats.js';
import { type Texts } from './texts.js';

/** What the reader calls the places of a category. */
export type NameCategory = (name: string) => string;

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
      }>(`/v2/categories?fl=${fields}&language=${language}`, signal)
      .then(
        ({ categoryResults: { categories } }) => {
          if (signal.aborted) return;
          const all = categories.flatMap(({ subcategories = [], ...category }) => [category, ...subcategories]);
          const labels = new Map(
            all.flatMap(({ name, label }) => (label === undefined ? [] : [[name, capitalized(label, language)]])),
          );
          setNames(() => (name: string) => labels.get(name) ?? general[name] ?? name);
        },
        () => undefined,
      );
    return () => {
      controller.abort();
    };
  }, [api, language, general, isActive]);
  return nameIt;
}
