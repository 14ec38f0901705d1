import { useCallback, useEffect, useRef } from 'preact/hooks';

/**
 * Gives the focus back when what was open is closed: to the link that opened it, else to the results.
 *
 * @param open what is open
 * @returns to be called before something is opened
 */
export function useFocusReturn(open: string | undefined): () => void {
  const opener = useRef<Element | null>(null);
  const before = useRef(open);
  useEffect(() => {
    if (before.current !== undefined && open === undefined) {
      const target = opener.current?.isConnected ? opener.current : document.getElementById('results-heading');
      // Whoever went on elsewhere meanwhile is not called back.
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if (isLost && target instanceof HTMLElement) target.focus();
    }
    before.current = open;
  }, [open]);
  return useCallback(() => {
    // From one thing to the next inside of the panel: the way back leads out of it.
    const active = document.activeElement;
    if (active?.closest('.panel') === null && active !== document.body) opener.current = active;
  }, []);
}
