import { type RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

const closable = '.panel, .request';

/** Escape closes the panel that has the focus, else the record panel, else the request panel. */
export function useEscape(element: RefObject<HTMLElement | null>, close: () => void): void {
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      const within = event.target instanceof Element ? event.target.closest(closable) : null;
      if ((within ?? document.querySelector(closable)) !== element.current) return;
      event.preventDefault();
      close();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [close]);
}
