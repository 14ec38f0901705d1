import { useCallback, useEffect, useState } from 'preact/hooks';
import { Problem } from './problem.js';
import { useApi } from './use-api.js';

export interface Resource<T> {
  readonly value?: T;
  readonly problem?: Problem;
  readonly retry: () => void;
}

/** Loads the value under the root key of a response. A new path aborts the earlier request. */
export function useResource<T>(path: string, root: string): Resource<T> {
  const api = useApi();
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<{ path: string; value?: T; problem?: Problem }>({ path });
  useEffect(() => {
    const controller = new AbortController();
    api.get<Partial<Record<string, T>>>(path, controller.signal).then(
      ({ [root]: value }) => {
        if (controller.signal.aborted) return;
        const problem = new Problem(200, 'Unexpected response', `The response has no ${root}.`, '');
        setState(value === undefined ? { path, problem } : { path, value });
      },
      (error: unknown) => {
        if (!controller.signal.aborted) setState({ path, problem: toProblem(error) });
      },
    );
    return () => {
      controller.abort();
    };
  }, [api, path, root, attempt]);
  const retry = useCallback(() => {
    setState({ path });
    setAttempt((count) => count + 1);
  }, [path]);
  return { ...(state.path === path && state), retry };
}

/** Turns network errors into problems. */
export function toProblem(error: unknown): Problem {
  return error instanceof Problem ? error : new Problem(0, '', String(error), '');
}
