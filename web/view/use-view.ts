import { type RefObject } from 'preact';
import { useCallback, useEffect, useState } from 'preact/hooks';
import { type MapPosition, printView, readView, startedFrom, type View } from './view.js';

/** Changes the view. `replace` replaces the history entry. */
export type ChangeView = (change: (view: View) => View, how?: 'push' | 'replace') => void;

/** Tells what the map shows, unless it is the whole world. */
export type Camera = RefObject<() => MapPosition | undefined>;

/** The view state, synchronized with the page URL. */
export function useView(camera: Camera): [View, ChangeView] {
  const [view, setView] = useState(() => readView(location.search));
  useEffect(() => {
    const follow = (): void => {
      setView(readView(location.search));
    };
    addEventListener('popstate', follow);
    return () => {
      removeEventListener('popstate', follow);
    };
  }, []);
  const change = useCallback<ChangeView>(
    (how, way = 'push') => {
      // Read the URL, not the state: two changes in one tick build on each other.
      const before = readView(location.search);
      const next = startedFrom(camera.current(), before, how(before));
      const printed = printView(next);
      if (printed !== location.search) {
        const address = `${location.pathname}${printed}`;
        if (way === 'push') history.pushState(null, '', address);
        else history.replaceState(null, '', address);
      }
      setView(readView(printed));
    },
    [camera],
  );
  return [view, change];
}
