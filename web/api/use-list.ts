import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { type Problem, toProblem } from './problem.js';
import { type Facet, type Header, type ListItems, lists } from './records.js';
import { useApi } from './use-api.js';

interface Listed<T> {
  readonly header?: Header;
  readonly items: readonly T[];
  readonly facets: readonly Facet[];
  /** The path of the list. */
  readonly of?: string;
}

export interface List<T> extends Listed<T> {
  /** The list shows an earlier path, or its next page is loading. */
  readonly busy: boolean;
  readonly problem: Problem | undefined;
  /** Absent on the last page. */
  readonly more: (() => void) | undefined;
  /** Sends the failed request again, or loads the list again if none failed. */
  readonly retry: () => void;
}

/**
 * A list that loads further pages by `next` links. It keeps showing the earlier path until the new response arrives, and
 * ignores responses to outdated requests.
 */
export function useList<K extends keyof ListItems>(kind: K, path: string | undefined): List<ListItems[K]> {
  type Item = ListItems[K];
  const api = useApi();
  const [listed, setListed] = useState<Listed<Item>>({ items: [], facets: [] });
  const [failure, setFailure] = useState<{ problem: Problem; again: () => void }>();
  const [busy, setBusy] = useState(false);
  const current = useRef(new AbortController());

  const load = useCallback(
    (address: string, of: string, before: readonly Item[]): void => {
      current.current.abort();
      const controller = new AbortController();
      current.current = controller;
      const { signal } = controller;
      setBusy(true);
      setFailure(undefined);
      api.get<Record<string, Record<string, unknown>>>(address, signal).then(
        (answer) => {
          if (signal.aborted) return;
          const { [lists[kind].items]: items, header, facets } = answer[lists[kind].root] ?? {};
          setListed((known) => ({
            of,
            header: header as Header,
            items: [...before, ...((items ?? []) as Item[])],
            facets: before.length > 0 ? known.facets : ((facets ?? []) as Facet[]),
          }));
          setBusy(false);
        },
        (error: unknown) => {
          if (signal.aborted) return;
          const problem = toProblem(error);
          const again = (): void => {
            // The cursor has expired: load the list again from the first page.
            if (problem.code === 'cursor_expired') load(of, of, []);
            else load(address, of, before);
          };
          setFailure({ problem, again });
          setBusy(false);
        },
      );
    },
    [api, kind],
  );

  useEffect(() => {
    if (path === undefined) {
      setListed({ items: [], facets: [] });
      setFailure(undefined);
    } else load(path, path, []);
    return () => {
      current.current.abort();
      setBusy(false);
    };
  }, [path, load]);

  const { next } = listed.header ?? {};
  const isCurrent = listed.of === path;
  return {
    ...listed,
    busy,
    problem: failure?.problem,
    // The earlier list cannot load more pages.
    more:
      next === undefined || !isCurrent || path === undefined
        ? undefined
        : () => {
            if (!busy) load(api.pathOf(next), path, listed.items);
          },
    retry: () => {
      if (failure) failure.again();
      else if (path !== undefined) load(path, path, []);
    },
  };
}
