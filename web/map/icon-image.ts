import { outlineOf } from '../parts/icons.js';
import { ICON_DOT } from './mark-icons.js';
import { palettes } from './palette.js';

/** How ids of the map's pictures of dots begin. */
export const ICON_PREFIX = 'icon ';

/** Their pixels for one of the page. */
export const ICON_RATIO = 2;

export function iconId(icon = 'marker', isDark: boolean): string {
  return `${ICON_PREFIX}${isDark ? 'dark' : 'light'} ${icon}`;
}

/** A dot with the icon of a kind of place. */
export function iconImage(id: string): ImageData {
  const [, theme, icon = 'marker'] = id.split(' ');
  const { dot, dotEdge } = palettes[theme === 'dark' ? 'dark' : 'light'];
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = ICON_DOT * ICON_RATIO;
  const context = canvas.getContext('2d');
  if (!context) return new ImageData(canvas.width, canvas.height);
  context.scale(ICON_RATIO, ICON_RATIO);
  for (const [radius, colour] of [
    [ICON_DOT / 2, dotEdge],
    [ICON_DOT / 2 - 1.5, dot],
  ] as const) {
    context.fillStyle = colour;
    context.beginPath();
    context.arc(ICON_DOT / 2, ICON_DOT / 2, radius, 0, 2 * Math.PI);
    context.fill();
  }
  // Outlines have 15 units.
  const side = 11;
  context.translate((ICON_DOT - side) / 2, (ICON_DOT - side) / 2);
  context.scale(side / 15, side / 15);
  context.fillStyle = dotEdge;
  context.fill(new Path2D(outlineOf(icon)));
  return context.getImageData(0, 0, canvas.width, canvas.height);
}
