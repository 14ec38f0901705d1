import { useCallback, useEffect, useState } from 'preact/hooks';
import { printView, readView, type View, withoutOldPosition } from './view.js';

/** Changes the view. `replace` replaces the history entry. */
export type ChangeView = (change: (view: View) => View, how?: 'push' | 'replace') => void;

/** The view state, synchronized with the page URL. */
export function useView(): [View, ChangeView] {
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
  const change = useCallback<ChangeView>((how, way = 'push') => {
    // Read the URL, not the state: two changes in one tick build on each other.
    const before = readView(location.search);
    const next = withoutOldPosition(before, how(before));
    const printed = printView(next);
    if (printed !== location.search) {
      const address = `${location.pathname}${printed}`;
      if (way === 'push') history.pushState(null, '', address);
      else history.replaceState(null, '', address);
    }
    setView(readView(printed));
  }, []);
  return [view, change];
}
