import { useEffect, useState } from 'preact/hooks';
import { type Facet, type Header, type Place } from './records.js';
import { type Api } from './api.js';
import { useApi } from './use-api.js';

/** What a search has answered. Empty if it failed. */
export interface Looked {
  /** The path of the search. */
  readonly of: string;
  readonly header?: Header;
  readonly places?: readonly Place[];
  readonly facets?: readonly Facet[];
}

/** A search that the page makes of its own accord. Until its response arrives, the result is that of the path before. */
export function useLook(path: string | undefined): Looked | undefined {
  const api = useApi();
  const [looked, setLooked] = useState<Looked & { readonly by: Api }>();
  useEffect(() => {
    if (path === undefined || (looked?.of === path && looked.by === api)) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    api.look<{ results: Omit<Looked, 'of'> }>(path, signal).then(
      ({ results }) => {
        if (!signal.aborted) setLooked({ ...results, of: path, by: api });
      },
      () => {
        if (!signal.aborted) setLooked({ of: path, by: api });
      },
    );
    return () => {
      controller.abort();
    };
  }, [api, path]);
  return path === undefined ? undefined : looked;
}
