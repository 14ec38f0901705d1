import { useEffect, useState } from 'preact/hooks';
import { countPath } from '../view/search-request.js';
import { facetFields, type FacetName, facetNames } from '../view/view.js';
import { type Facet } from './records.js';
import { useApi } from './use-api.js';

type Buckets = Facet['buckets'];
export type Facets = Readonly<Record<FacetName, Buckets>>;

/** The response of the search counts only places with the chosen values. */
type Counted = Readonly<Partial<Record<FacetName, { readonly path: string; readonly buckets: Buckets }>>>;

/**
 * The values of all facets with the places that each would find. Those of a facet with chosen values are counted by a
 * request of its own, without its filter.
 *
 * @param found the facets of the search
 */
export function useFacets(view: Parameters<typeof countPath>[0], found: readonly Facet[], isActive: boolean): Facets {
  const api = useApi();
  const [counted, setCounted] = useState<Counted>({});
  const paths = facetNames.map((name) => (isActive && view.filters[name] ? countPath(view, name) : undefined));
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    facetNames.forEach((name, at) => {
      const path = paths[at];
      if (path === undefined || counted[name]?.path === path) return;
      api.get<{ results: { facets?: readonly Facet[] } }>(path, signal).then(
        ({ results: { facets = [] } }) => {
          if (!signal.aborted)
            setCounted((before) => ({ ...before, [name]: { path, buckets: facets[0]?.buckets ?? [] } }));
        },
        // The menu then shows the earlier counts. A failure of the search itself is shown.
        () => undefined,
      );
    });
    return () => {
      controller.abort();
    };
  }, [api, paths.join('\n')]);
  const bucketsOf = (name: FacetName, at: number): Buckets => {
    const own = found.find(({ field }) => field === facetFields[name])?.buckets ?? [];
    return paths[at] === undefined ? own : (counted[name]?.buckets ?? own);
  };
  return Object.fromEntries(facetNames.map((name, at) => [name, bucketsOf(name, at)])) as Facets;
}
