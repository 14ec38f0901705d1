import { useCallback, useEffect, useState } from 'preact/hooks';
import { MAX_SAVED } from './view.js';

const KEY = 'explore.saved';

/** Other tabs get the event `storage`. */
const CHANGED = 'explore-saved';

interface Saved {
  /** Of places that are saved in this browser, the newest first. */
  readonly ids: readonly string[];
  /** Saves a place, or no longer. @returns false if `MAX_SAVED` others are saved: then nothing changes */
  readonly toggle: (id: string) => boolean;
}

/** The places that the user has saved in this browser. The service does not know them. */
export function useSaved(): Saved {
  const [ids, setIds] = useState(read);
  useEffect(() => {
    const follow = (): void => {
      setIds(read());
    };
    addEventListener(CHANGED, follow);
    addEventListener('storage', follow);
    return () => {
      removeEventListener(CHANGED, follow);
      removeEventListener('storage', follow);
    };
  }, []);
  const toggle = useCallback((id: string): boolean => {
    const before = read();
    const others = before.filter((saved) => saved !== id);
    const next = others.length < before.length ? others : [id, ...others];
    if (next.length > MAX_SAVED) return false;
    try {
      localStorage.setItem(KEY, JSON.stringify(next));
    } catch {
      // The browser keeps nothing for this page. The button stays as it is.
    }
    dispatchEvent(new Event(CHANGED));
    return true;
  }, []);
  return { ids, toggle };
}

function read(): readonly string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(value) ? value.filter((id) => typeof id === 'string').slice(0, MAX_SAVED) : [];
  } catch {
    return [];
  }
}
