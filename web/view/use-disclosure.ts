import { type RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

interface Disclosure<T extends HTMLElement> {
  readonly isOpen: boolean;
  readonly toggle: () => void;
  readonly close: () => void;
  /** The element with the button and what it opens. Its first button gets the focus back. */
  readonly element: RefObject<T | null>;
}

/** Milliseconds from a touch to its click. */
const TAP = 1000;

/** A tap beside a menu only closes it: what lies beneath does not open. */
function ignoreTap(): void {
  const controller = new AbortController();
  const { signal } = controller;
  const end = (): void => {
    controller.abort();
  };
  const ignore = (event: Event): void => {
    event.preventDefault();
    event.stopPropagation();
    end();
  };
  document.addEventListener('click', ignore, { capture: true, signal });
  // The touch scrolls, or another begins: no click of this one follows.
  for (const type of ['pointercancel', 'pointerdown']) document.addEventListener(type, end, { capture: true, signal });
  setTimeout(end, TAP);
}

/** A menu that a button opens. Escape closes it, and so does a press or the focus elsewhere. */
export function useDisclosure<T extends HTMLElement>(): Disclosure<T> {
  const [isOpen, setOpen] = useState(false);
  const element = useRef<T>(null);
  // Not after the next frame: the first key after the press is the menu's.
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      setOpen(false);
      element.current?.querySelector('button')?.focus();
    };
    const onElsewhere = (event: Event): void => {
      const { target } = event;
      if (!(target instanceof Node) || element.current?.contains(target) !== false) return;
      setOpen(false);
      if (event instanceof PointerEvent && event.pointerType === 'touch') ignoreTap();
    };
    // Before the keys of panels, which Escape closes too.
    document.addEventListener('keydown', onKeyDown, true);
    document.addEventListener('pointerdown', onElsewhere);
    document.addEventListener('focusin', onElsewhere);
    return () => {
      document.removeEventListener('keydown', onKeyDown, true);
      document.removeEventListener('pointerdown', onElsewhere);
      document.removeEventListener('focusin', onElsewhere);
    };
  }, [isOpen]);
  return {
    isOpen,
    element,
    toggle: () => {
      setOpen(!isOpen);
    },
    close: () => {
      setOpen(false);
    },
  };
}
