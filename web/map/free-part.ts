// The page loads this file before the map: it imports no code of MapLibre.
import { type LngLat, type LngLatBounds, type Map } from 'maplibre-gl';
import { type Size } from '../view/rectangle.js';
import { narrow } from '../view/use-media.js';

/** The share of the map that counts as free below a sheet that covers all of it. */
const LEAST = 0.4;

export function sizeOf(map: Map): Size {
  const { clientWidth: width, clientHeight: height } = map.getContainer();
  return { width, height };
}

/** How large the part of an element is that the sheet of a narrow screen leaves free. The sheet covers the lower part. */
export function freeSize(element: HTMLElement): Size {
  const { clientWidth: width, clientHeight: height } = element;
  const sheet = matchMedia(narrow).matches ? document.querySelector('.side') : null;
  if (!sheet) return { width, height };
  const free = sheet.getBoundingClientRect().top - element.getBoundingClientRect().top;
  return { width, height: Math.max(LEAST * height, Math.min(height, free)) };
}

/** How many pixels of the map's height are free. */
export function freeHeight(map: Map): number {
  return freeSize(map.getContainer()).height;
}

/** How many pixels of the map's width the open panel leaves free. It covers the right side, or is beside the map. */
export function freeWidth(map: Map): number {
  const { left, right, width } = map.getContainer().getBoundingClientRect();
  const panel = document.querySelector('.panel')?.getBoundingClientRect();
  const covered = panel && panel.left >= left ? right - panel.left : 0;
  // One that leaves hardly any is over the map.
  return width - covered > 80 ? width - covered : width;
}

/** The height of the part that is not free, in pixels. */
function coveredHeight(map: Map): number {
  return sizeOf(map).height - freeHeight(map);
}

/** Milliseconds. A sheet that is dragged or slides has come to rest. */
const RESTING = 100;

const CONTROLS = '.maplibregl-ctrl-group, .maplibregl-ctrl-scale, .map-note, .maplibregl-ctrl-attrib, .map-tools';

/** In pixels. */
export type Box = Pick<DOMRectReadOnly, 'left' | 'top' | 'right' | 'bottom'>;

/** The buttons and texts over the map. */
export function controlsOver(map: Map): Box[] {
  const container = map.getContainer();
  const { left, top } = container.getBoundingClientRect();
  return [...(container.parentElement ?? container).querySelectorAll(CONTROLS)].flatMap((element) => {
    const box = element.getBoundingClientRect();
    if (box.width * box.height === 0) return [];
    return { left: box.left - left, right: box.right - left, top: box.top - top, bottom: box.bottom - top };
  });
}

/** Pixels. */
const THIN = 12;

/** Boxes around what is free: labels that reach over its edges would be cut. */
export function edgesOf(map: Map): Box[] {
  const [right, bottom] = [freeWidth(map), freeHeight(map)];
  return [
    { left: 0, right, top: -THIN, bottom: 0 },
    { left: 0, right, top: bottom, bottom: bottom + THIN },
    { left: -THIN, right: 0, top: 0, bottom },
    { left: right, right: right + THIN, top: 0, bottom },
  ];
}

/** Squares that cover boxes, as labels keep clear of squares. */
export function squaresOver(map: Map, boxes: readonly Box[]): { readonly at: LngLat; readonly size: number }[] {
  return boxes.flatMap(({ left, right, top, bottom }) => {
    const size = Math.min(right - left, bottom - top);
    const [columns, rows] = [Math.ceil((right - left) / size), Math.ceil((bottom - top) / size)];
    const middle = (from: number, to: number, index: number, of: number): number =>
      from + size / 2 + (of === 1 ? 0 : (index * (to - from - size)) / (of - 1));
    return Array.from({ length: columns * rows }, (_, index) => ({
      at: map.unproject([
        middle(left, right, index % columns, columns),
        middle(top, bottom, Math.floor(index / columns), rows),
      ]),
      size,
    }));
  });
}

/** The middle of what the sheet leaves free. */
export function middleOfFreePart(map: Map): LngLat {
  return map.unproject([sizeOf(map).width / 2, freeHeight(map) / 2]);
}

/** What the free part shows. */
export function freeBounds(map: Map): LngLatBounds {
  const [southWest, northEast] = [map.unproject([0, freeHeight(map)]), map.unproject([sizeOf(map).width, 0])];
  return map.getBounds().setSouthWest(southWest).setNorthEast(northEast);
}

/** Makes the middle of the free part that of the map, around which buttons and keys zoom. What the map shows stays. */
export function applyFreePart(map: Map): void {
  const bottom = coveredHeight(map);
  if (Math.abs((map.getPadding().bottom ?? 0) - bottom) < 1) return;
  map.jumpTo({ center: middleOfFreePart(map), padding: { top: 0, left: 0, right: 0, bottom } });
}

/** Heeds the sheet of a narrow screen. @param moved is called when it has moved */
export function followSheet(map: Map, moved: () => void, signal: AbortSignal): void {
  for (const type of ['pointerdown', 'keydown', 'wheel'])
    map.getContainer().addEventListener(
      type,
      () => {
        applyFreePart(map);
      },
      { capture: true, passive: true, signal },
    );
  const sheet = document.querySelector('.side');
  if (!sheet) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const observer = new ResizeObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(moved, RESTING);
  });
  observer.observe(sheet);
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    observer.disconnect();
  });
}
