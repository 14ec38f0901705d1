import { useCallback, useEffect, useState } from 'preact/hooks';
import { Problem } from './problem.js';
import { useApi } from './use-api.js';

export interface Resource<T> {
  readonly value?: T;
  readonly problem?: Problem;
  readonly retry: () => void;
}

/** One answer. A path that changes calls off what was asked before. */
export function useResource<T>(path: string): Resource<T> {
  const api = useApi();
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<{ path: string; value?: T; problem?: Problem }>({ path });
  useEffect(() => {
    const controller = new AbortController();
    api.get<T>(path, controller.signal).then(
      (value) => {
        if (!controller.signal.aborted) setState({ path, value });
      },
      (error: unknown) => {
        if (!controller.signal.aborted) setState({ path, problem: toProblem(error) });
      },
    );
    return () => {
      controller.abort();
    };
  }, [api, path, attempt]);
  const retry = useCallback(() => {
    setState({ path });
    setAttempt((count) => count + 1);
  }, [path]);
  return { ...(state.path === path && state), retry };
}

/** What failed outside of the service is a problem too. */
export function toProblem(error: unknown): Problem {
  return error instanceof Problem ? error : new Problem(0, '', String(error), '');
}
