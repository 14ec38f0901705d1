import { useCallback, useEffect, useState } from 'preact/hooks';
import { printView, readView, type View } from './view.js';

/** Changes what is shown; `replace` leaves no way back to what was there before. */
export type ChangeView = (change: (view: View) => View, how?: 'push' | 'replace') => void;

/** What the page shows, in step with its address. */
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
    // The address is the truth: two changes in one turn build on each other.
    const next = how(readView(location.search));
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
