import { type ComponentChildren, type RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useTexts } from '../texts/use-texts.js';

interface Props {
  /** Absent on the last page. */
  readonly more: (() => void) | undefined;
  readonly busy: boolean;
  /** The element whose children are the items. */
  readonly list: RefObject<HTMLElement | null>;
  readonly children?: ComponentChildren;
}

/** Loads more items. The button keeps the focus while loading. When it disappears, the first new item gets the focus. */
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
