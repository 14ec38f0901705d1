import { type ComponentChildren, type RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useTexts } from '../texts/use-texts.js';

interface Props {
  /** Absent when there is no more. */
  readonly more: (() => void) | undefined;
  readonly busy: boolean;
  /** What grows: an element whose children are the items. */
  readonly list: RefObject<HTMLElement | null>;
  readonly children?: ComponentChildren;
}

/** Asks for more of a list. The button keeps the focus while that comes; when it goes, the first that came has it. */
export function More({ more, busy, list, children }: Props) {
  const texts = useTexts();
  const before = useRef<number>(undefined);
  useEffect(() => {
    if (busy || before.current === undefined) return;
    const first = list.current?.children[before.current]?.querySelector('a');
    before.current = undefined;
    if (more === undefined && document.activeElement === document.body) first?.focus();
  }, [busy, more === undefined]);
  if (!more) return null;
  return (
    <button
      type="button"
      class="more"
      aria-disabled={busy}
      onClick={() => {
        if (busy) return;
        before.current = list.current?.children.length;
        more();
      }}
    >
      {texts.more} {children}
    </button>
  );
}
