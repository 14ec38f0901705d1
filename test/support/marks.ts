import { type Page } from 'playwright-core';
import { waitUntil } from './retry.js';

/** The layers of the map of /explore that draw marks (web/map/mark-style.ts). */
export type MarkLayer =
  | 'pins'
  | 'numbers'
  | 'listed-icons'
  | 'listed-dots'
  | 'dots'
  | 'counts'
  | 'counts-right'
  | 'counts-left'
  | 'counts-lower'
  | 'counts-lower-right'
  | 'counts-lower-left'
  | 'singles'
  | 'focus'
  | 'focus-names'
  | 'first-names'
  | 'listed-names';

/** What the map draws at a position. */
export interface MapMark {
  readonly layer: MarkLayer;
  readonly id?: string;
  readonly name?: string;
  readonly number?: number;
  /** In the list. */
  readonly order?: number;
  readonly count?: number;
  /** The name of its picture: `opened`, `pointed` or `ring` of what is open or pointed at. */
  readonly image?: string;
  /** Where its place is, in pixels of the page. */
  readonly x: number;
  readonly y: number;
}

/** The parts of the page that this file uses: the map has no elements for its marks. */
interface Shown {
  readonly document: {
    querySelector(selector: string): {
      getBoundingClientRect(): { readonly left: number; readonly top: number };
      readonly map?: {
        getLayer(id: string): unknown;
        queryRenderedFeatures(options: { layers: string[] }): Feature[];
        querySourceFeatures(source: string): Feature[];
        project(position: [number, number]): { readonly x: number; readonly y: number };
      };
    } | null;
  };
}

interface Feature {
  readonly layer: { readonly id: MarkLayer };
  readonly properties: Record<string, unknown>;
  readonly geometry: { readonly coordinates: [number, number] };
}

/** The marks that the map shows. */
export async function marksOn(page: Page, ...layers: MarkLayer[]): Promise<MapMark[]> {
  return readMarks(
    page,
    layers.flatMap((layer) => (layer === 'counts' ? counts : [layer])),
  );
}

/** A count is where it covers no mark of a place. */
const counts: MapMark['layer'][] = [
  'counts',
  'counts-right',
  'counts-left',
  'counts-lower',
  'counts-lower-right',
  'counts-lower-left',
  'singles',
];

/** The places of the list near what the map shows, those without room for a mark, too. */
export async function listedOn(page: Page): Promise<MapMark[]> {
  const places = await readMarks(page, 'list');
  // Each tile has its places.
  return [...new Map(places.map((place) => [place.id, place])).values()];
}

async function readMarks(page: Page, of: MarkLayer[] | 'list'): Promise<MapMark[]> {
  return page.evaluate((wanted) => {
    const element = (globalThis as unknown as Shown).document.querySelector('.map-view');
    const { map } = element ?? {};
    if (!element || !map) return [];
    const { left, top } = element.getBoundingClientRect();
    let found: Feature[] = [];
    try {
      found =
        wanted === 'list'
          ? map.querySourceFeatures(wanted)
          : map.queryRenderedFeatures({ layers: wanted.filter((layer) => map.getLayer(layer)) });
    } catch {
      // The map throws while it still shows what its data no longer have.
    }
    return found.map(({ layer, properties, geometry }) => {
      const { x, y } = map.project(geometry.coordinates);
      return { ...properties, layer: wanted === 'list' ? 'listed-dots' : layer.id, x: left + x, y: top + y };
    });
  }, of);
}

type Match = (mark: MapMark) => boolean;
const any: Match = () => true;

/** Seconds: tests run on slow and busy machines. */
const PATIENCE = 30;

/** Waits until the map shows a mark. */
export async function markOn(page: Page, layer: MarkLayer, match = any): Promise<MapMark> {
  let mark: MapMark | undefined;
  await waitUntil(async () => {
    mark = (await marksOn(page, layer)).find(match);
    return mark !== undefined;
  }, PATIENCE);
  if (!mark) throw new Error(`The map has no such mark: ${layer}`);
  return mark;
}

/** Waits until the map shows no such mark. */
export async function noMarkOn(page: Page, layer: MarkLayer, match = any): Promise<void> {
  await waitUntil(async () => !(await marksOn(page, layer)).some(match), PATIENCE);
}

/** Where a pointer meets a mark: the head of a pin is above its point, a count below it or at another side. */
export function pressable({ layer, x, y }: MapMark): { readonly x: number; readonly y: number } {
  const [right = 0, below = 0] = asides[layer] ?? [];
  return { x: x + right, y: y + below };
}

const asides: Partial<Record<MarkLayer, readonly [number, number]>> = {
  ...{ pins: [0, -20], counts: [0, 14], 'counts-right': [14, 14], 'counts-left': [-14, 14] },
  ...{ 'counts-lower': [0, 36], 'counts-lower-right': [14, 36], 'counts-lower-left': [-14, 36] },
};

export async function press(page: Page, mark: MapMark): Promise<void> {
  const { x, y } = pressable(mark);
  await page.mouse.click(x, y);
}

export async function point(page: Page, mark: MapMark): Promise<void> {
  const { x, y } = pressable(mark);
  await page.mouse.move(x, y);
}
