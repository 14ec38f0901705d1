import { useCallback, useEffect, useRef } from 'preact/hooks';
import { decoded } from './decoded.js';

/** What opened a panel. */
interface Opener {
  readonly element: Element | null;
  readonly path: string;
}

/**
 * Returns the focus when a panel closes: to what opened it, else to the place in the list, else to the results.
 *
 * @param open the open path
 * @returns a function to call before a panel opens, with its path
 */
export function useFocusReturn(open: string | undefined): (path: string) => void {
  const opener = useRef<Opener | undefined>(undefined);
  const before = useRef(open);
  useEffect(() => {
    if (before.current !== undefined && open === undefined) {
      // Do not move the focus if the user has moved it elsewhere.
      const isLost = document.activeElement === null || document.activeElement === document.body;
      // What has the focus may be in a menu that is closed.
      if (isLost) targetsOf(opener.current).some((target) => isFocused(target));
    }
    before.current = open;
  }, [open]);
  return useCallback((path: string) => {
    const element = document.activeElement;
    const isNowhere = element === null || element === document.body;
    // A link inside the panel opened the next record. Keep the original return target.
    const isInside = isNowhere ? before.current !== undefined : element.closest('.panel') !== null;
    if (!isInside) opener.current = { element, path };
  }, []);
}

/** What may get the focus, the best first. */
function targetsOf(opener: Opener | undefined): Element[] {
  const place = opener && /^\/v2\/places\/(.+)$/.exec(opener.path)?.[1];
  const line = place === undefined ? [] : [`.places [data-place="${CSS.escape(decoded(place) ?? '')}"] a`];
  const others = [...line, '#results-heading'].map((selector) => document.querySelector(selector));
  const elements = [opener?.element, ...others];
  return elements.flatMap((element) => (element?.isConnected === true && element !== document.body ? [element] : []));
}

function isFocused(element: Element): boolean {
  // Else the map would scroll below its controls.
  if (element instanceof HTMLElement) element.focus({ preventScroll: element.matches('canvas') });
  return document.activeElement === element;
}
