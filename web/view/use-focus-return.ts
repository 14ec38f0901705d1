import { useCallback, useEffect, useRef } from 'preact/hooks';

/**
 * Returns the focus when a panel closes: to the link that opened it, else to the results.
 *
 * @param open the open path
 * @returns a function to call before a panel opens
 */
export function useFocusReturn(open: string | undefined): () => void {
  const opener = useRef<Element | null>(null);
  const before = useRef(open);
  useEffect(() => {
    if (before.current !== undefined && open === undefined) {
      const target = opener.current?.isConnected ? opener.current : document.getElementById('results-heading');
      // Do not move the focus if the user has moved it elsewhere.
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if (isLost && target instanceof HTMLElement) target.focus();
      // The link may be in a menu that is closed.
      if (isLost && document.activeElement === document.body) document.getElementById('results-heading')?.focus();
    }
    before.current = open;
  }, [open]);
  return useCallback(() => {
    // A link inside the panel opened the next record. Keep the original return target.
    const active = document.activeElement;
    if (active?.closest('.panel') === null && active !== document.body) opener.current = active;
  }, []);
}
