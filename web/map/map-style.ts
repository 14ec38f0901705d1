import {
  type ExpressionSpecification,
  type LayerSpecification,
  type SourceSpecification,
  type StyleSpecification,
  type SymbolLayerSpecification,
  type VectorSourceSpecification,
} from 'maplibre-gl';
import { type Configuration } from '../configuration.js';
import { lastZoom } from '../earth/last-zoom.js';
import { type Rectangle } from '../view/rectangle.js';
import { label, markLayers, type MarkStyle, regular, semibold, sources } from './mark-style.js';
import { type Palette, palettes } from './palette.js';
import { type layersOfFile } from './file-layers.js';

export type LayersOfFile = typeof layersOfFile;

/** What the style of the map depends on. */
export interface StyleOptions extends MarkStyle {
  readonly configuration: Configuration;
  /** Those of the street map of `MAP_PMTILES`, if there is one. */
  readonly layersOfFile?: LayersOfFile | undefined;
  /** The address of the tiles of the results. */
  readonly tiles: string;
}

/** The whole map, with its marks. */
export function mapStyle(options: StyleOptions): StyleSpecification {
  const { configuration, theme } = options;
  const palette = palettes[theme];
  const { otherNames, dots, kinds, listedNames, firstNames, marks } = markLayers(options);
  return {
    version: 8,
    sources: sourcesOf(options),
    layers: [
      { id: 'ground', type: 'background', paint: { 'background-color': palette.ground } },
      ...earthLayers(palette),
      ...streetLayers(options),
      // Street maps have sea where the island is.
      ...(configuration.island ? planLayers(palette) : []),
      // Later names go first.
      ...(configuration.island ? planNames(palette) : []),
      otherNames,
      ...(configuration.island ? streetNames(palette) : []),
      dots,
      kinds,
      listedNames,
      ...(hasOwnNames(configuration) ? earthNames(palette, options) : []),
      ...(hasOwnNames(configuration) ? cityNames(palette, options) : []),
      ...(configuration.island ? mainNames(palette) : []),
      // Names of cities and districts move aside.
      firstNames,
      ...(configuration.island ? townNames(palette) : []),
      ...marks,
    ],
  };
}

/** Whether names come from the data: other maps have their own. */
function hasOwnNames({ tiles, pmtiles }: Configuration): boolean {
  return tiles === undefined && pmtiles === undefined;
}

function sourcesOf(options: StyleOptions): Record<string, SourceSpecification> {
  const { earth, tiles, pmtiles, names, island } = options.configuration;
  const empty = { type: 'FeatureCollection' as const, features: [] };
  return {
    [sources.earth]: { ...ownTiles(earth, lastZoom.earth), attribution: 'Natural Earth' },
    ...(tiles && {
      [sources.streets]: {
        ...{ type: 'raster', tiles: [tiles.url], tileSize: 256, maxzoom: 19 },
        attribution: escaped(tiles.attribution),
      },
    }),
    ...(pmtiles !== undefined && { [sources.streets]: { type: 'vector', url: `pmtiles://${absolute(pmtiles)}` } }),
    ...(!tiles &&
      pmtiles === undefined && { [sources.names]: { type: 'vector', tiles: [absolute(names)], maxzoom: 15 } }),
    ...(island && { [sources.plan]: { ...ownTiles(island.path, lastZoom.island), bounds: edgesOf(island.bounds) } }),
    [sources.results]: { type: 'vector', tiles: [options.tiles] },
    [sources.list]: { type: 'geojson', data: empty },
    [sources.focus]: { type: 'geojson', data: empty },
    [sources.frame]: { type: 'geojson', data: empty },
  };
}

/** Text as HTML. */
function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function absolute(path: string): string {
  return `${location.origin}${path}`;
}

/** Tiles of a file of the page. The map asks for them before it has read what the file says of itself. */
function ownTiles(path: string, maxzoom: number): VectorSourceSpecification {
  return { type: 'vector', tiles: [`pmtiles://${absolute(path)}/{z}/{x}/{y}`], maxzoom };
}

function edgesOf({ west, south, east, north }: Rectangle): [number, number, number, number] {
  return [west, south, east, north];
}

const source = sources.earth;

/** Grows with the zoom level between two points. */
const between = (from: readonly [number, number], ...rest: (readonly [number, number])[]): ExpressionSpecification =>
  ['interpolate', ['exponential', 1.5], ['zoom'], ...from, ...rest.flat()] as unknown as ExpressionSpecification;

function earthLayers(palette: Palette): LayerSpecification[] {
  return [
    { id: 'sea', type: 'fill', source, 'source-layer': 'sea', paint: { 'fill-color': palette.water } },
    { id: 'land', type: 'fill', source, 'source-layer': 'land', paint: { 'fill-color': palette.land } },
    {
      ...{ id: 'rivers', type: 'line', source, 'source-layer': 'rivers' },
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: { 'line-color': palette.water, 'line-width': between([2, 0.4], [6, 1.2], [10, 3], [16, 8]) },
    },
    { id: 'lakes', type: 'fill', source, 'source-layer': 'lakes', paint: { 'fill-color': palette.water } },
    {
      ...{ id: 'coast', type: 'line', source, 'source-layer': 'land' },
      paint: { 'line-color': palette.coast, 'line-width': between([2, 0.5], [8, 1], [16, 1.5]) },
    },
    {
      ...{ id: 'states', type: 'line', source, 'source-layer': 'states', minzoom: 3 },
      paint: { 'line-color': palette.border, 'line-width': 0.75, 'line-dasharray': [3, 2], 'line-opacity': 0.7 },
    },
    {
      ...{ id: 'borders', type: 'line', source, 'source-layer': 'borders' },
      layout: { 'line-join': 'round' },
      paint: { 'line-color': palette.border, 'line-width': between([2, 0.75], [8, 1.75]) },
    },
  ];
}

function earthNames(palette: Palette, { language }: StyleOptions): LayerSpecification[] {
  return [
    {
      ...{ id: 'countries', type: 'symbol', source, 'source-layer': 'countries', maxzoom: 6 },
      // Square degrees, times ten: small countries wait for room.
      filter: ['>=', ['get', 'size'], ['step', ['zoom'], 900, 2, 300, 3, 60, 4, 10, 5, 0]],
      layout: {
        'text-field': ['get', `name:${language === 'pt' ? 'pt' : 'en'}`],
        'text-font': semibold,
        'text-size': ['interpolate', ['linear'], ['zoom'], 0, 9.5, 5, 14],
        'text-letter-spacing': 0.08,
        'text-max-width': 7,
        'symbol-sort-key': ['-', ['get', 'size']],
      },
      paint: label(palette, palette.country),
    },
  ];
}

/**
 * At the place, or where marks leave room a little above or below: a name that moves aside by half its width is in another district.
 *
 * @param step in ems, and how many of them it may be away
 */
function aside(step: number, most: number): ExpressionSpecification {
  const steps = Array.from({ length: most }, (_, at) => (at + 1) * step);
  return ['literal', ['center', [0, 0], ...steps.flatMap((away) => ['top', [0, away], 'bottom', [0, -away]])]] as never;
}

function cityNames(palette: Palette, { configuration: { island } }: StyleOptions): LayerSpecification[] {
  // The plan of the island names its own.
  const isNew: ExpressionSpecification = ['!', ['in', ['get', 'name'], ['literal', [...(island?.names ?? [])]]]];
  const cities: [id: string, filter: ExpressionSpecification, minzoom: number, size: ExpressionSpecification][] = [
    ['cities', ['==', ['get', 'size'], 1], 0, ['interpolate', ['linear'], ['zoom'], 2, 11, 10, 20]],
    ['towns', ['==', ['get', 'size'], 2], 3, ['interpolate', ['linear'], ['zoom'], 6, 11, 12, 17]],
    ['villages', ['==', ['get', 'size'], 3], 3.5, ['interpolate', ['linear'], ['zoom'], 3.5, 10.5, 13, 15]],
  ];
  return [
    {
      ...{ id: 'districts', type: 'symbol', source: sources.names, 'source-layer': 'names', minzoom: 11 },
      filter: ['all', ['==', ['get', 'kind'], 'district'], isNew],
      layout: {
        'text-field': ['get', 'name'],
        'text-font': semibold,
        'text-size': ['interpolate', ['linear'], ['zoom'], 11, 10, 16, 14],
        'text-transform': 'uppercase',
        'text-letter-spacing': 0.07,
        'text-max-width': 8,
        'text-variable-anchor-offset': aside(0.7, 2),
      },
      paint: label(palette, palette.district),
    },
    ...cities.reverse().map(([id, filter, minzoom, size]): LayerSpecification => ({
      ...{ id, type: 'symbol', source: sources.names, 'source-layer': 'names', minzoom, maxzoom: 14 },
      filter: ['all', filter, ['==', ['get', 'kind'], 'city'], isNew],
      layout: {
        'text-field': ['get', 'name'],
        'text-font': semibold,
        'text-size': size,
        'text-variable-anchor-offset': aside(0.8, 6),
      },
      paint: label(palette, palette.city),
    })),
  ];
}

/** The street map of `MAP_TILES_URL` or `MAP_PMTILES`. */
function streetLayers({ configuration, theme, language, layersOfFile }: StyleOptions): LayerSpecification[] {
  if (!configuration.tiles) return layersOfFile?.(theme, language) ?? [];
  return [
    {
      id: 'tiles',
      type: 'raster',
      source: sources.streets,
      paint: { 'raster-brightness-max': theme === 'dark' ? 0.75 : 1 },
    },
  ];
}

const plan = sources.plan;

const kindIs = (...kinds: string[]): ExpressionSpecification => ['in', ['get', 'kind'], ['literal', kinds]];

const classIs = (...classes: string[]): ExpressionSpecification => ['in', ['get', 'class'], ['literal', classes]];

/** Widths of streets in pixels by zoom level, and the first level that shows them. */
const streetWidths: Readonly<Record<string, { minzoom: number; width: readonly (readonly [number, number])[] }>> = {
  residential: {
    minzoom: 12,
    width: [
      [12, 0.6],
      [14, 2.5],
      [16, 8],
      [18, 20],
    ],
  },
  secondary: {
    minzoom: 10,
    width: [
      [10, 0.8],
      [12, 1.8],
      [14, 4.5],
      [16, 11],
      [18, 26],
    ],
  },
  primary: {
    minzoom: 8,
    width: [
      [8, 0.8],
      [10, 1.5],
      [12, 2.8],
      [14, 6],
      [16, 14],
      [18, 32],
    ],
  },
};

/** The plan of the sample: an invented city. */
function planLayers(palette: Palette): LayerSpecification[] {
  const area = (id: string, kinds: string[], color: string, minzoom = 0): LayerSpecification => ({
    ...{ id: `plan-${id}`, type: 'fill', source: plan, 'source-layer': 'areas', minzoom },
    filter: kindIs(...kinds),
    paint: { 'fill-color': color },
  });
  const classes = Object.entries(streetWidths) as [keyof Palette['streets'], (typeof streetWidths)[string]][];
  const streets = (part: 'casing' | 'fill'): LayerSpecification[] =>
    classes.map(([name, { minzoom, width }]) => ({
      ...{ id: `plan-${name}-${part}`, type: 'line', source: plan, 'source-layer': 'streets', minzoom },
      filter: ['all', kindIs('street'), classIs(name)],
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: {
        'line-color': palette.streets[name][part],
        'line-width': between(
          ...(width.map(([zoom, pixels]) => [zoom, part === 'fill' ? pixels : pixels + Math.min(2, pixels * 0.6)]) as [
            [number, number],
            ...[number, number][],
          ]),
        ),
      },
    }));
  return [
    area('land', ['land'], palette.land),
    area('built-up', ['built-up'], palette.builtUp),
    area('forest', ['forest'], palette.forest),
    area('park', ['park'], palette.park),
    area('beach', ['beach'], palette.beach),
    area('water', ['water', 'river'], palette.water),
    {
      ...{ id: 'plan-coast', type: 'line', source: plan, 'source-layer': 'areas' },
      filter: kindIs('land'),
      paint: { 'line-color': palette.coast, 'line-width': 1 },
    },
    {
      ...{ id: 'plan-buildings', type: 'fill', source: plan, 'source-layer': 'buildings', minzoom: 14 },
      paint: { 'fill-color': palette.building },
    },
    {
      ...{ id: 'plan-paths', type: 'line', source: plan, 'source-layer': 'streets', minzoom: 13 },
      filter: kindIs('path'),
      paint: { 'line-color': palette.path, 'line-width': between([13, 0.8], [18, 3]), 'line-dasharray': [3, 1.5] },
    },
    ...streets('casing'),
    ...streets('fill'),
  ];
}

function planName(
  id: string,
  from: 'streets' | 'names',
  filter: ExpressionSpecification,
  options: Partial<SymbolLayerSpecification>,
): LayerSpecification {
  return {
    ...{ id: `plan-${id}`, type: 'symbol', source: plan, 'source-layer': from, filter },
    ...options,
    layout: { 'text-field': ['get', 'name'], 'text-font': regular, 'text-max-width': 8, ...options.layout },
  };
}

function nameAlong(
  id: string,
  filter: ExpressionSpecification,
  {
    minzoom,
    size,
    paint,
    spacing = 200,
  }: {
    minzoom: number;
    size: number;
    paint: NonNullable<SymbolLayerSpecification['paint']>;
    /** Pixels between two names. */
    spacing?: number;
  },
): LayerSpecification {
  return planName(id, 'streets', filter, {
    minzoom,
    layout: {
      'symbol-placement': 'line',
      'text-size': ['interpolate', ['linear'], ['zoom'], minzoom, size, 18, size + 4],
      'symbol-spacing': spacing,
    },
    paint,
  });
}

/** Names that give way to those of places. */
function planNames(palette: Palette): LayerSpecification[] {
  const paint = label(palette, palette.streetName);
  return [
    planName('park-names', 'names', kindIs('park', 'forest', 'beach'), {
      minzoom: 12.5,
      layout: { 'text-size': 11.5 },
      paint: label(palette, palette.parkName),
    }),
    nameAlong('residential-names', classIs('residential'), { minzoom: 14.5, size: 10.5, paint }),
  ];
}

/** Names of the streets that matter, the widest last. */
function streetNames(palette: Palette): LayerSpecification[] {
  const paint = label(palette, palette.streetName);
  return [
    nameAlong('secondary-names', classIs('secondary'), { minzoom: 13, size: 10.5, paint }),
    nameAlong('primary-names', classIs('primary'), { minzoom: 12, size: 11, paint }),
  ];
}

/** Those of villages and of the city, which have their names before any place has one. */
function townNames(palette: Palette): LayerSpecification[] {
  return [
    planName('village-names', 'names', kindIs('village'), {
      ...{ minzoom: 8, maxzoom: 17 },
      layout: {
        'text-font': semibold,
        'text-size': ['interpolate', ['linear'], ['zoom'], 8, 11, 13, 16],
        'text-variable-anchor-offset': aside(0.6, 2),
      },
      paint: label(palette, palette.city),
    }),
    planName('city-names', 'names', kindIs('city'), {
      ...{ minzoom: 4, maxzoom: 14 },
      layout: {
        'text-font': semibold,
        'text-size': ['interpolate', ['linear'], ['zoom'], 4, 12, 11, 17],
        'text-variable-anchor-offset': aside(0.8, 6),
      },
      paint: label(palette, palette.city),
    }),
  ];
}

/** Names that every map of the plan has. */
function mainNames(palette: Palette): LayerSpecification[] {
  const paint = label(palette, palette.streetName);
  return [
    planName('water-names', 'names', kindIs('water'), {
      minzoom: 9,
      layout: { 'text-size': 12.5, 'text-letter-spacing': 0.1 },
      paint: label(palette, palette.waterName, { 'text-halo-color': palette.water }),
    }),
    planName('district-names', 'names', kindIs('district'), {
      ...{ minzoom: 11, maxzoom: 16 },
      layout: {
        ...{ 'text-font': semibold, 'text-transform': 'uppercase', 'text-letter-spacing': 0.07 },
        'text-size': ['interpolate', ['linear'], ['zoom'], 11, 9.5, 15, 13],
        'text-variable-anchor-offset': aside(0.7, 1),
      },
      paint: label(palette, palette.district),
    }),
    nameAlong('river-names', kindIs('river'), { minzoom: 11, size: 12, paint, spacing: 600 }),
    planName('island-names', 'names', kindIs('island'), {
      ...{ minzoom: 4, maxzoom: 11 },
      layout: {
        'text-font': semibold,
        'text-size': 15,
        'text-letter-spacing': 0.05,
        'text-variable-anchor-offset': aside(0.6, 4),
      },
      paint: label(palette, palette.country),
    }),
  ];
}
