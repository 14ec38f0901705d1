import { type Map } from 'maplibre-gl';
import { freeHeight, freeWidth } from './free-part.js';

export interface MarkFocus {
  /** Whether a mark has the focus. */
  isInside(): boolean;
  /**
   * After marks were drawn: one of them is in the tab order.
   *
   * @param hadFocus a mark had the focus before
   * @param successor the new mark of its place
   */
  renew(hadFocus: boolean, successor?: HTMLElement): void;
}

/** The directions of the arrow keys: right and down. */
const directions: Readonly<Record<string, readonly [number, number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};

/**
 * Makes the marks of a map one stop in the tab order: the one in the middle. From there, arrow keys lead to the next mark in their direction,
 * Enter and Space press it, and Escape leads back to the map.
 */
export function leadToMarks(map: Map): MarkFocus {
  const pane = map.getCanvasContainer();
  const marks = (): HTMLElement[] => [...pane.querySelectorAll<HTMLElement>('.mark')];
  const select = (mark: HTMLElement | undefined): void => {
    for (const other of marks()) other.tabIndex = other === mark ? 0 : -1;
  };
  const press = (event: KeyboardEvent): void => {
    const mark = event.target instanceof HTMLElement && event.target.matches('.mark') ? event.target : undefined;
    const direction = directions[event.key];
    if (!mark) return;
    if (direction) {
      const next = nextIn(mark, marks(), direction);
      select(next ?? mark);
      next?.focus({ preventScroll: true });
      if (next) uncover(map, next, event);
    } else if (event.key === 'Enter' || event.key === ' ') mark.click();
    else if (event.key === 'Escape') map.getCanvas().focus({ preventScroll: true });
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  // Before the map, which would move too.
  pane.addEventListener('keydown', press, true);
  const isInside = (): boolean => document.activeElement?.matches('.mark') === true;
  return {
    isInside,
    renew: (hadFocus, successor) => {
      if (isInside()) {
        select(document.activeElement as HTMLElement);
        return;
      }
      const next = successor ?? nearestTo(middleOfMap(map), marks());
      select(next);
      if (hadFocus) (next ?? map.getCanvas()).focus({ preventScroll: true });
    },
  };
}

/** Moves the map so that it shows a mark that is under a button or the sheet, or beyond an edge (WCAG 2.4.11). */
function uncover(map: Map, mark: HTMLElement, originalEvent: Event): void {
  const { x, y } = middleOf(mark);
  if (map.getCanvasContainer().contains(document.elementFromPoint(x, y))) return;
  const middle = middleOfMap(map);
  map.panBy([x - middle.x, y - middle.y], {}, { originalEvent });
}

/** The middle of what the sheet and the panel leave free. */
function middleOfMap(map: Map): { x: number; y: number } {
  const { left, top } = map.getContainer().getBoundingClientRect();
  return { x: left + freeWidth(map) / 2, y: top + freeHeight(map) / 2 };
}

function middleOf(element: HTMLElement): { x: number; y: number } {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

function nearestTo(from: { x: number; y: number }, marks: readonly HTMLElement[]): HTMLElement | undefined {
  return nearest(marks, (mark) => {
    const { x, y } = middleOf(mark);
    return Math.hypot(x - from.x, y - from.y);
  });
}

function nextIn(mark: HTMLElement, marks: readonly HTMLElement[], [right, down]: readonly [number, number]) {
  const from = middleOf(mark);
  return nearest(marks, (other) => {
    const { x, y } = middleOf(other);
    const [dx, dy] = [x - from.x, y - from.y];
    const ahead = dx * right + dy * down;
    const aside = Math.abs(dx * down) + Math.abs(dy * right);
    // Within 60 degrees of the direction.
    return other === mark || ahead <= 0 || aside > 1.7 * ahead ? Infinity : ahead + aside;
  });
}

/** @returns undefined if all are infinitely far */
function nearest(marks: readonly HTMLElement[], distanceOf: (mark: HTMLElement) => number): HTMLElement | undefined {
  let [best, least]: [HTMLElement | undefined, number] = [undefined, Infinity];
  for (const mark of marks) {
    const distance = distanceOf(mark);
    if (distance < least) [best, least] = [mark, distance];
  }
  return best;
}
