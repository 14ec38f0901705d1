import { outlineOf } from '../parts/icons.js';
import { iconNameOf } from '../parts/kind-icon.js';
import { CIRCLE, PIN, PIN_POINT, ROOM, type Shape, shapes } from './mark-style.js';
import { type Palette, palettes, type Theme } from './palette.js';

/** Pixels of a dot, and of one with the icon of its kind. */
const DOT = 12;
const ICON_DOT = 20;

/** A dot with the number of a place of the list. */
const NUMBERED = 22;

/** Pixels of a picture for one of the page. */
export const IMAGE_RATIO = 2;

/** Draws a picture. @returns undefined if the id is not one of `imageId` */
export function imageOf(id: string): ImageData | undefined {
  const [shape, theme, of = ''] = id.split(' ') as [Shape, Theme, string?];
  if (!shapes.includes(shape)) return undefined;
  const palette = palettes[theme];
  switch (shape) {
    case 'dot':
      return picture(DOT, DOT, (context) => {
        disc(context, DOT, palette.dot, palette.dotEdge, 1.5);
      });
    case 'kind':
      return iconDot(iconNameOf(of === '' ? [] : [{ id: of }]), palette);
    case 'icon':
      return iconDot(of, palette);
    case 'pin':
      return pin(palette.pin, palette.dotEdge);
    case 'pointed':
      return pin(palette.point, palette.dotEdge);
    case 'opened':
      return pin(palette.point, palette.dotEdge, palette.onPoint);
    case 'number':
      return picture(NUMBERED, NUMBERED, (context) => {
        disc(context, NUMBERED, palette.pin, palette.dotEdge, 2);
      });
    case 'circle':
      return picture(CIRCLE, CIRCLE, (context) => {
        disc(context, CIRCLE, palette.circle, palette.circleEdge, 1.5);
      });
    case 'ring':
      return picture(ICON_DOT + 8, ICON_DOT + 8, (context) => {
        context.lineWidth = 3;
        context.strokeStyle = palette.point;
        context.arc(ICON_DOT / 2 + 4, ICON_DOT / 2 + 4, ICON_DOT / 2 + 2, 0, 2 * Math.PI);
        context.stroke();
      });
    case 'room':
      return picture(ROOM, ROOM, () => undefined);
  }
}

function picture(width: number, height: number, draw: (context: CanvasRenderingContext2D) => void): ImageData {
  const canvas = document.createElement('canvas');
  canvas.width = width * IMAGE_RATIO;
  canvas.height = height * IMAGE_RATIO;
  const context = canvas.getContext('2d');
  if (!context) return new ImageData(canvas.width, canvas.height);
  context.scale(IMAGE_RATIO, IMAGE_RATIO);
  draw(context);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

function disc(context: CanvasRenderingContext2D, size: number, fill: string, edge: string, width: number): void {
  for (const [radius, colour] of [
    [size / 2, edge],
    [size / 2 - width, fill],
  ] as const) {
    context.fillStyle = colour;
    context.beginPath();
    context.arc(size / 2, size / 2, radius, 0, 2 * Math.PI);
    context.fill();
  }
}

function iconDot(icon: string, { dot, dotEdge }: Palette): ImageData {
  return picture(ICON_DOT, ICON_DOT, (context) => {
    disc(context, ICON_DOT, dot, dotEdge, 1.5);
    // Outlines have 15 units.
    const side = 11;
    context.translate((ICON_DOT - side) / 2, (ICON_DOT - side) / 2);
    context.scale(side / 15, side / 15);
    context.fillStyle = dotEdge;
    context.fill(new Path2D(outlineOf(icon)));
  });
}

/** A drop whose point is in the middle of the lower edge. @param middle the colour of a dot in its head */
function pin(fill: string, edge: string, middle?: string): ImageData {
  const [width, top] = [PIN + 4, PIN / 2 + 2];
  return picture(width, top + PIN_POINT, (context) => {
    context.shadowColor = '#0007';
    context.shadowBlur = 3;
    for (const [inset, colour] of [
      [0, edge],
      [2, fill],
    ] as const) {
      context.fillStyle = colour;
      context.beginPath();
      context.arc(width / 2, top, PIN / 2 - inset, 0.75 * Math.PI, 0.25 * Math.PI);
      context.lineTo(width / 2, top + PIN_POINT - 1.4 * inset);
      context.fill();
      context.shadowColor = 'transparent';
    }
    if (middle === undefined) return;
    context.fillStyle = middle;
    context.beginPath();
    context.arc(width / 2, top, 5, 0, 2 * Math.PI);
    context.fill();
  });
}
