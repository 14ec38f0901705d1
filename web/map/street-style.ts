import {
  CenteredTextSymbolizer,
  type Feature,
  Justify,
  type LabelRule,
  LineLabelPlacement,
  LineLabelSymbolizer,
  LineSymbolizer,
  OffsetTextSymbolizer,
  type PaintRule,
  TextPlacements,
} from 'protomaps-leaflet';
import { type Theme } from './theme.js';

/** Metres from which on a street is a road: wider, and with a colour of its own. */
const ROAD = 1500;

const fontFamily = 'system-ui, sans-serif';

/** Pixels by zoom level. */
const streetWidths = [0.8, 1.2, 2, 3.2, 5, 8, 12, 17];
const FIRST_WIDTH = 11;

const isRoad = ({ props }: Feature): boolean => Number(props.length) >= ROAD;
const lengthOf = (props: Record<string, unknown>): number => Number(props.length);
const byLength = (a: Record<string, unknown>, b: Record<string, unknown>): number => lengthOf(b) - lengthOf(a);

function widthAt(zoom: number): number {
  const at = Math.max(0, Math.min(streetWidths.length - 1, Math.round(zoom) - FIRST_WIDTH));
  return streetWidths[at] ?? 1;
}

/** How streets are drawn: the ground around them, then edges, then surfaces, roads above others. */
export function streetPaint(theme: Theme): PaintRule[] {
  const lines = (
    color: string,
    width: (zoom: number) => number,
    rest: Omit<PaintRule, 'dataLayer' | 'symbolizer'> = {},
  ): PaintRule => ({
    dataLayer: 'streets',
    symbolizer: new LineSymbolizer({ color, width, lineCap: 'round', lineJoin: 'round' }),
    ...rest,
  });
  const streets = { filter: (_zoom: number, feature?: Feature) => !feature || !isRoad(feature) };
  const roads = { filter: (_zoom: number, feature?: Feature) => feature !== undefined && isRoad(feature) };
  const road = (zoom: number): number => 1.5 * widthAt(zoom);
  return [
    // Some 200 metres on each side. The library paints no more than 16 pixels beyond a tile.
    lines(theme.town, (zoom) => 14 * 2 ** (zoom - 12), { maxzoom: 13 }),
    lines(theme['street-edge'], (zoom) => widthAt(zoom) + 1.5, { minzoom: 13, ...streets }),
    lines(theme['road-edge'], (zoom) => road(zoom) + 1.5, { minzoom: 11, ...roads }),
    lines(theme['street-edge'], widthAt, { maxzoom: 12, ...streets }),
    lines(theme.street, widthAt, { minzoom: 13, ...streets }),
    lines(theme['road-edge'], road, { maxzoom: 10, ...roads }),
    lines(theme.road, road, { minzoom: 11, ...roads }),
  ];
}

interface NameStyle {
  readonly size: number;
  readonly minzoom: number;
  readonly maxzoom: number;
  readonly fontSize: (zoom: number) => number;
  readonly fontWeight: number;
}

/** Names of cities by their size: large ones are seen from far, and vanish in the streets. */
const cityNames: readonly NameStyle[] = [
  { size: 1, minzoom: 0, maxzoom: 14, fontSize: (zoom) => Math.min(22, 9 + zoom), fontWeight: 700 },
  { size: 2, minzoom: 8, maxzoom: 14, fontSize: (zoom) => Math.min(18, 5 + zoom), fontWeight: 600 },
  { size: 3, minzoom: 10, maxzoom: 15, fontSize: (zoom) => Math.min(15, 2 + zoom), fontWeight: 500 },
];

/** Names of cities, districts and streets. What comes first keeps its room. */
export function streetLabels(theme: Theme): LabelRule[] {
  const halo = { stroke: theme.halo, fontFamily };
  const cities = cityNames.map(({ size, minzoom, maxzoom, ...font }): LabelRule => ({
    dataLayer: 'names',
    minzoom,
    maxzoom,
    filter: (_zoom, feature) => feature.props.size === size,
    symbolizer: new OffsetTextSymbolizer({
      ...halo,
      ...font,
      fill: theme['city-name'],
      width: 2,
      lineHeight: 1.5,
      // Below the group of the city's places.
      offsetY: (zoom: number) => (zoom < 11 ? 32 : 16),
      placements: [TextPlacements.S],
      justify: Justify.Center,
    }),
  }));
  const districts: LabelRule = {
    dataLayer: 'names',
    minzoom: 12,
    maxzoom: 16,
    filter: (_zoom, feature) => feature.props.kind === 'district',
    symbolizer: new CenteredTextSymbolizer({
      ...halo,
      fill: theme['district-name'],
      width: 2,
      fontSize: 12,
      fontWeight: 600,
      letterSpacing: 0.6,
      // Of the height of capitals.
      lineHeight: 1.6,
      justify: Justify.Center,
      textTransform: 'uppercase',
    }),
  };
  const streetNames = (fontSize: number, rest: Partial<LabelRule>): LabelRule => ({
    dataLayer: 'streets',
    sort: byLength,
    symbolizer: new LineLabelSymbolizer({
      ...halo,
      fill: theme['street-name'],
      width: 3,
      fontSize,
      fontWeight: 500,
      position: LineLabelPlacement.Center,
      repeatDistance: 400,
    }),
    ...rest,
  });
  return [
    ...cities,
    districts,
    streetNames(11, { minzoom: 13, maxzoom: 14, filter: (_zoom, feature) => isRoad(feature) }),
    streetNames(11, { minzoom: 15, maxzoom: 15 }),
    streetNames(12, { minzoom: 16 }),
  ];
}
