import { outlineOf } from '../parts/icons.js';
import { DOT, ICON_DOT } from './mark-icons.js';
import { palettes } from './palette.js';

/** How ids of the map's pictures of dots begin. */
export const ICON_PREFIX = 'icon ';

/** Their pixels for one of the page. */
export const ICON_RATIO = 2;

export function iconId(icon = 'marker', isDark: boolean): string {
  return `${ICON_PREFIX}${isDark ? 'dark' : 'light'} ${icon}`;
}

/** The name of a dot without an icon, in place of one. */
export const PLAIN = 'dot';

/** A dot with the icon of a kind of place, or a small one. */
export function iconImage(id: string): ImageData {
  const [, theme, icon = 'marker'] = id.split(' ');
  const { dot, dotEdge } = palettes[theme === 'dark' ? 'dark' : 'light'];
  const isPlain = icon === PLAIN;
  const size = isPlain ? DOT : ICON_DOT;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = size * ICON_RATIO;
  const context = canvas.getContext('2d');
  if (!context) return new ImageData(canvas.width, canvas.height);
  context.scale(ICON_RATIO, ICON_RATIO);
  for (const [radius, colour] of [
    [size / 2, dotEdge],
    [size / 2 - 1.5, dot],
  ] as const) {
    context.fillStyle = colour;
    context.beginPath();
    context.arc(size / 2, size / 2, radius, 0, 2 * Math.PI);
    context.fill();
  }
  if (isPlain) return context.getImageData(0, 0, canvas.width, canvas.height);
  // Outlines have 15 units.
  const side = 11;
  context.translate((ICON_DOT - side) / 2, (ICON_DOT - side) / 2);
  context.scale(side / 15, side / 15);
  context.fillStyle = dotEdge;
  context.fill(new Path2D(outlineOf(icon)));
  return context.getImageData(0, 0, canvas.width, canvas.height);
}
