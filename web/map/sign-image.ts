import { outlineOf } from '../parts/icons.js';
import { SIGN } from './mark-icons.js';
import { palettes } from './palette.js';

/** How ids of the map's pictures of dots begin. */
export const SIGNS = 'sign ';

/** Their pixels for one of the page. */
export const SIGN_RATIO = 2;

export function signId(icon = 'marker', isDark: boolean): string {
  return `${SIGNS}${isDark ? 'dark' : 'light'} ${icon}`;
}

/** A dot with the sign of a kind of place. */
export function signImage(id: string): ImageData {
  const [, theme, icon = 'marker'] = id.split(' ');
  const { dot, dotEdge } = palettes[theme === 'dark' ? 'dark' : 'light'];
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = SIGN * SIGN_RATIO;
  const context = canvas.getContext('2d');
  if (!context) return new ImageData(canvas.width, canvas.height);
  context.scale(SIGN_RATIO, SIGN_RATIO);
  for (const [radius, colour] of [
    [SIGN / 2, dotEdge],
    [SIGN / 2 - 1.5, dot],
  ] as const) {
    context.fillStyle = colour;
    context.beginPath();
    context.arc(SIGN / 2, SIGN / 2, radius, 0, 2 * Math.PI);
    context.fill();
  }
  // Outlines have 15 units.
  const side = 11;
  context.translate((SIGN - side) / 2, (SIGN - side) / 2);
  context.scale(side / 15, side / 15);
  context.fillStyle = dotEdge;
  context.fill(new Path2D(outlineOf(icon)));
  return context.getImageData(0, 0, canvas.width, canvas.height);
}
