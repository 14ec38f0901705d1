import { type ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { useTexts } from '../texts/use-texts.js';

/** How much of a narrow screen the sheet covers. Keep in step with style/sheet.css. */
const positions = ['low', 'middle', 'high'] as const;

/** The shares of the height from which a dragged sheet settles in the next position. */
const limits = [0.3, 0.75] as const;

/** A press that moves less is no drag. */
const DRAG = 8;

interface Props {
  readonly isInert: boolean;
  /** Whether a card covers it. Then it is as high as the card. */
  readonly isBelow: boolean;
  readonly children: ComponentChildren;
}

/** The list. On narrow screens it is a sheet over the map, which can be pulled up and down, also with the keyboard. */
export function Sheet({ isInert, isBelow, children }: Props) {
  const texts = useTexts();
  const sheet = useRef<HTMLDivElement>(null);
  const drag = useRef<{ y: number; height: number; isMoved: boolean }>(undefined);
  const [at, setAt] = useState(1);
  const labels = [texts.showList, texts.showWholeList, texts.showMap];
  const move = (steps: number): void => {
    setAt(Math.min(positions.length - 1, Math.max(0, at + steps)));
  };
  const settle = (): void => {
    const { current } = sheet;
    if (!current || drag.current?.isMoved !== true) return;
    const share = current.clientHeight / (current.parentElement?.clientHeight ?? 1);
    setAt(limits.filter((limit) => share >= limit).length);
    current.style.height = '';
    current.classList.remove('dragged');
  };
  return (
    <div class="side" data-position={isBelow ? 'middle' : positions[at]} ref={sheet} inert={isInert}>
      <button
        type="button"
        class="handle"
        aria-label={labels[at]}
        aria-expanded={at > 0}
        aria-controls="sheet"
        onClick={() => {
          // A drag ends with a click too.
          if (drag.current?.isMoved !== true) setAt((at + 1) % positions.length);
          drag.current = undefined;
        }}
        onKeyDown={(event) => {
          const steps = { ArrowUp: 1, ArrowDown: -1 }[event.key];
          if (steps === undefined) return;
          event.preventDefault();
          move(steps);
        }}
        onPointerDown={(event) => {
          // Else the browser starts a drag of its own.
          event.preventDefault();
          event.currentTarget.setPointerCapture(event.pointerId);
          drag.current = { y: event.clientY, height: sheet.current?.clientHeight ?? 0, isMoved: false };
        }}
        onPointerMove={({ clientY, buttons }) => {
          const { current } = drag;
          if (!current || buttons === 0 || !sheet.current) return;
          current.isMoved ||= Math.abs(clientY - current.y) > DRAG;
          if (!current.isMoved) return;
          sheet.current.classList.add('dragged');
          sheet.current.style.height = `${current.height + current.y - clientY}px`;
        }}
        onPointerUp={settle}
        onPointerCancel={() => {
          settle();
          drag.current = undefined;
        }}
      />
      <div id="sheet" class="scroll">
        {children}
      </div>
    </div>
  );
}
