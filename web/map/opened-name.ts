import { type Size } from '../view/rectangle.js';
import { type Circle, type Spot } from './arrange.js';
import { type Box } from './free-part.js';
import { NUMBERED, PIN, PIN_POINT } from './mark-icons.js';

/** Where a name is, as seen from its pin. The first one is the usual one. */
const sides = ['below', 'above', 'right', 'left'] as const;
type Side = (typeof sides)[number];

/** Pixels between a pin that is pointed at, which is larger, and its name. Keep in step with style/map.css. */
const GAP = 7;

/** The name of the open place, beside its pin. */
export class OpenedName {
  private readonly element = document.createElement('b');

  constructor() {
    this.element.className = 'opened-name';
  }

  /**
   * @param pin that of the place
   * @param point where its point is, in pixels of the map
   * @param others the other marks
   * @param free the part of the map that is free
   */
  show(pin: HTMLElement, name: string, point: Spot, others: readonly Circle[], free: Size): void {
    pin.append(this.element);
    // The name is not measured beside itself.
    delete this.element.dataset.name;
    this.element.style.width = '';
    this.element.style.width = `${Math.ceil(widestLine(this.element, name))}px`;
    // The label of the pin has it, too.
    this.element.dataset.name = name;
    const { offsetWidth: width, offsetHeight: height } = this.element;
    this.element.dataset.side = sideOf({ width, height }, point, others, free);
  }

  remove(): void {
    this.element.remove();
  }
}

/**
 * The width of an element that has a text in lines, in pixels. An element whose text wraps is as wide as it may be, so the text would
 * stand far from its pin.
 */
function widestLine(element: HTMLElement, text: string): number {
  element.textContent = text;
  const lines = document.createRange();
  lines.selectNodeContents(element);
  const { width } = lines.getBoundingClientRect();
  element.textContent = '';
  const { paddingLeft, paddingRight } = getComputedStyle(element);
  return width + Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight);
}

/** As bad as a covered number: so many covered dots. */
const DOTS = 4;

/** Where a name covers the fewest marks, rather dots than numbers. One that reaches over an edge of the free part would be cut. */
export function sideOf(name: Size, point: Spot, others: readonly Circle[], free: Size): Side {
  const costOf = (side: Side): number => {
    const box = boxAt(side, name, point);
    const isCut = box.left < 0 || box.top < 0 || box.right > free.width || box.bottom > free.height;
    const covered = others.filter((mark) => covers(box, mark));
    const cost = covered.reduce((sum, { radius }) => sum + (2 * radius < NUMBERED ? 1 : DOTS), 0);
    return cost + (isCut ? DOTS * others.length + 1 : 0);
  };
  return sides.reduce((best, side) => (costOf(side) < costOf(best) ? side : best));
}

function boxAt(side: Side, { width, height }: Size, { x, y }: Spot): Box {
  const head = y - PIN_POINT - PIN / 2;
  const away = PIN / 2 + GAP;
  const [left, top] = {
    below: [x - width / 2, y + 2],
    above: [x - width / 2, head - away - height],
    right: [x + away, head - height / 2],
    left: [x - away - width, head - height / 2],
  }[side] as [number, number];
  return { left, top, right: left + width, bottom: top + height };
}

function covers({ left, top, right, bottom }: Box, { x, y, radius }: Circle): boolean {
  const [nearestX, nearestY] = [Math.max(left, Math.min(right, x)), Math.max(top, Math.min(bottom, y))];
  return Math.hypot(x - nearestX, y - nearestY) < radius;
}
