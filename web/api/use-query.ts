import { useEffect, useState } from 'preact/hooks';
import { type Problem, toProblem } from './problem.js';
import { type Api } from './api.js';
import { useApi } from './use-api.js';

interface Query<T> {
  /** Undefined until it is loaded, and if that fails. */
  readonly value?: T;
  readonly problem?: Problem;
  readonly retry: () => void;
}

/**
 * Loads the response of a path. A new path aborts the earlier request.
 *
 * @param isRecorded whether the request panel shows it: not what the page asks of its own accord
 */
export function useQuery<T>(path: string | undefined, isRecorded = true): Query<T> {
  return useQueryOf(useApi(), path, isRecorded);
}

/** As `useQuery`, outside of the components that have an API. */
export function useQueryOf<T>(api: Api, path: string | undefined, isRecorded: boolean): Query<T> {
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<{ api?: Api; path?: string; value?: T; problem?: Problem }>({});
  // Another session must not show what an earlier one has loaded.
  const { value, problem } = state.api === api && state.path === path ? state : {};
  const isLoaded = value !== undefined;
  useEffect(() => {
    // A path that comes back may be loaded already.
    if (path === undefined || isLoaded) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    api.get<T>(path, signal, isRecorded).then(
      (loaded) => {
        if (!signal.aborted) setState({ api, path, value: loaded });
      },
      (error: unknown) => {
        if (!signal.aborted) setState({ api, path, problem: toProblem(error) });
      },
    );
    return () => {
      controller.abort();
    };
  }, [api, path, isRecorded, attempt]);
  const retry = (): void => {
    setState({});
    setAttempt((count) => count + 1);
  };
  return { ...(value !== undefined && { value }), ...(problem && { problem }), retry };
}
