import {
  type ExpressionSpecification,
  type FilterSpecification,
  type LayerSpecification,
  type SymbolLayerSpecification,
} from 'maplibre-gl';
import { type Palette, palettes, type Theme } from './palette.js';

/** Ids of the sources. */
export const sources = {
  ...{ earth: 'earth', streets: 'streets', plan: 'plan', names: 'names' },
  /** The tiles of a search. */
  results: 'results',
  /** The places of the list. */
  list: 'list',
  /** What is open or pointed at, and the name of the street that is searched. */
  focus: 'focus',
  /** What covers the map: labels keep clear of it. */
  frame: 'frame',
} as const;

/** Those that the map itself is made of. */
export const baseSources = [sources.earth, sources.streets, sources.plan] as const;

/** Ids of layers that others ask for. */
export const layers = {
  ...{ dots: 'dots', kinds: 'kinds', otherNames: 'other-names', counts: 'counts', singles: 'singles' },
  ...{ listedDots: 'listed-dots', listedIcons: 'listed-icons', numbers: 'numbers', pins: 'pins', focus: 'focus' },
} as const;

/** Pixels of the head of a pin, and from its middle to its point. */
export const PIN = 28;
export const PIN_POINT = 20;

/** The widest circle with a count. Others are smaller pictures of it. */
export const CIRCLE = 48;

/** Side of the picture that keeps the room of what covers the map. */
export const ROOM = 32;

/** What there are pictures of. */
export const shapes = ['dot', 'kind', 'icon', 'pin', 'pointed', 'opened', 'number', 'circle', 'ring', 'room'] as const;
export type Shape = (typeof shapes)[number];

/** The id of a picture, such as `icon dark cafe` or `kind light amenity/cafe`. */
export function imageId(shape: Shape, theme: Theme, of = ''): string {
  return `${shape} ${theme} ${of}`;
}

/** From this zoom level on, dots have the icon of their kind where there is room. */
const STREET_ZOOM = 15;

/** From this zoom level on, places of the list have names. Farther out, it is the map that needs its names. */
const NAMES_ZOOM = 9;

/** So many of the first places of the list have names before districts have. */
const FIRST = 5;

/** Fonts of the device: MapLibre draws letters itself if a style names no files of them, so every script has them. The first name only tells the weight. */
export const regular = ['Map Regular', 'system-ui', 'sans-serif'];
export const semibold = ['Map Semibold', 'system-ui', 'sans-serif'];

/** Text that keeps clear of other text and of marks. */
export function label(
  palette: Palette,
  color: string | ExpressionSpecification,
  paint: SymbolLayerSpecification['paint'] = {},
) {
  return { 'text-color': color, 'text-halo-color': palette.halo, 'text-halo-width': 1.4, ...paint };
}

/** Ems by which a name below or above a mark begins or ends beside its middle. */
const ASIDE = 0.6;

/** Below and above a mark, in the middle or to one side: there is room near an edge of the map, too. In ems. */
const belowAndAbove = (below: number, above: number) => [
  ...['top', [0, below], 'bottom', [0, -above]],
  ...['top-left', [-ASIDE, below], 'top-right', [ASIDE, below]],
  ...['bottom-left', [-ASIDE, -above], 'bottom-right', [ASIDE, -above]],
];

/** Right of a mark, left of it, below or above, in ems. */
const beside = (away: number): ExpressionSpecification =>
  ['literal', ['left', [away, 0], 'right', [-away, 0], ...belowAndAbove(away, away)]] as never;

/** Beside the head of a pin, below its point, or above it. */
const besidePin: ExpressionSpecification = [
  'literal',
  ['left', [1.75, -1.7], 'right', [-1.75, -1.7], ...belowAndAbove(0.3, 3.4)],
] as never;
const leftOfPin = ['literal', ['right', [-1.75, -1.7], 'left', [1.75, -1.7], ...belowAndAbove(0.3, 3.4)]] as never;

const number: ExpressionSpecification = ['to-string', ['get', 'number']];
const hasNumber: ExpressionSpecification = ['has', 'number'];
const count: ExpressionSpecification = ['get', 'count'];

/** Pixels of a circle: the larger, the longer the count. */
function byCount(of: (size: number) => unknown): ExpressionSpecification {
  return ['step', count, of(26), ...[10, of(30), 100, of(36), 1000, of(42), 10_000, of(CIRCLE)]] as never;
}

/** Pixels. */
const COUNT_SIZE = 11;

/** `730`, `5.9K`, `84K`, `1.2M`. */
function countText(language: string): ExpressionSpecification {
  const inUnits = (size: number, unit: string): ExpressionSpecification => {
    const digits = ['case', ['<', count, 10 * size], 1, 0];
    const format = { locale: language, 'max-fraction-digits': digits } as never;
    return ['concat', ['number-format', ['/', count, size], format], unit];
  };
  const [thousand, million] = language === 'pt' ? [' mil', ' mi'] : ['K', 'M'];
  return [
    'step',
    count,
    ...[['to-string', count], 1000, inUnits(1000, thousand), 1_000_000, inUnits(1_000_000, million)],
  ] as never;
}

/**
 * Where a count is, in shares of its size: below its point, and the pin that may stand there, else aside, if another pin would cover it.
 * By the end of the id of the layer. Any two of them overlap, so that only one has room.
 */
const sides = {
  ...{ '': [0, 0.65], '-right': [0.45, 0.65], '-left': [-0.45, 0.65] },
  ...{ '-lower': [0, 1.1], '-lower-right': [0.45, 1.1], '-lower-left': [-0.45, 1.1] },
} as const satisfies Record<string, readonly [number, number]>;

/** The layers of counts, each for one side of the point. */
export const countLayers = Object.keys(sides).map((side) => `${layers.counts}${side}`);

const isAmong = (ids: readonly string[]): ExpressionSpecification => ['in', ['get', 'id'], ['literal', [...ids]]];

/** The filters that depend on the list, and on which of its places have a mark. */
export function markFilters({ listed, marked }: MarkedPlaces): Record<FilteredLayer, FilterSpecification> {
  // Those of the list have marks of their own.
  const isOther: FilterSpecification = ['!', isAmong(listed)];
  // A name without its mark would seem to be that of another mark.
  const isNamed = (isFirst: boolean): FilterSpecification => [
    'all',
    isAmong(marked),
    ['!', ['get', 'isOpened']],
    [isFirst ? '<=' : '>', ['get', 'order'], FIRST],
  ];
  return {
    ...{ dots: isOther, kinds: isOther, 'other-names': isOther, 'listed-dots': ['!', isAmong(marked)] },
    ...{ 'first-names': isNamed(true), 'listed-names': isNamed(false) },
  };
}

type FilteredLayer = 'dots' | 'kinds' | 'other-names' | 'listed-dots' | 'first-names' | 'listed-names';

export interface MarkedPlaces {
  /** The ids of the places of the list. */
  readonly listed: readonly string[];
  /** Those of them for whose mark there is room: a pin, a number or an icon. All others are dots without a name. */
  readonly marked: readonly string[];
}

export interface MarkStyle extends MarkedPlaces {
  readonly theme: Theme;
  readonly language: string;
}

/** The marks, by what has to know their order. The last layer of the style is placed first, and others keep clear of it. */
export function markLayers({ theme, language, listed, marked }: MarkStyle) {
  const palette = palettes[theme];
  const filters = markFilters({ listed, marked });
  const image = (shape: Shape): string => imageId(shape, theme);
  const names: Required<Pick<SymbolLayerSpecification, 'layout' | 'paint'>> = {
    layout: {
      ...{ 'text-field': ['get', 'name'], 'text-font': regular, 'text-size': 11.5, 'text-max-width': 9 },
      ...{ 'text-variable-anchor-offset': beside(1.2), 'text-justify': 'auto' },
    },
    paint: label(palette, palette.placeName),
  };
  const listedNames = (id: 'first-names' | 'listed-names'): LayerSpecification => ({
    ...{ id, type: 'symbol', source: sources.list, minzoom: NAMES_ZOOM, ...names, filter: filters[id] },
    layout: {
      ...names.layout,
      'text-variable-anchor-offset': ['case', hasNumber, besidePin, beside(1.2)],
      'symbol-sort-key': ['get', 'order'],
    },
  });
  const countsAt = (side: string, [x, y]: readonly [number, number]): SymbolLayerSpecification => ({
    ...{ id: `${layers.counts}${side}`, type: 'symbol', source: sources.results, 'source-layer': 'clusters' },
    filter: ['>', count, 1],
    layout: {
      ...{ 'icon-image': image('circle'), 'icon-size': byCount((size) => size / CIRCLE), 'icon-padding': 0 },
      'icon-offset': [x * CIRCLE, y * CIRCLE],
      'text-offset': byCount((size) => ['literal', [x, y].map((share) => (share * size) / COUNT_SIZE)]),
      ...{ 'text-field': countText(language), 'text-font': semibold, 'text-size': COUNT_SIZE, 'text-padding': 0 },
      'symbol-sort-key': ['-', count],
    },
    paint: { 'text-color': palette.circleText },
  });
  const numbered = { 'text-field': number, 'text-font': semibold, 'text-padding': 0, 'icon-padding': 1 };
  const inHead = { 'text-size': 12, 'text-offset': [0, -PIN_POINT / 12] as [number, number] };
  return {
    otherNames: {
      ...{ id: layers.otherNames, type: 'symbol', source: sources.results, 'source-layer': 'places', minzoom: 14 },
      ...{ filter: filters['other-names'], ...names },
    },
    /** Places that are not in the list. Names of streets and of these places keep clear of them. */
    dots: {
      ...{ id: layers.dots, type: 'symbol', source: sources.results, 'source-layer': 'places' },
      filter: filters.dots,
      layout: {
        ...{ 'icon-image': image('dot'), 'icon-padding': 0, 'icon-overlap': 'always' },
        // Beside icons, in a street with a hundred places.
        'icon-size': ['step', ['zoom'], 1, STREET_ZOOM, 0.6],
      },
    },
    kinds: {
      ...{ id: layers.kinds, type: 'symbol', source: sources.results, 'source-layer': 'places', minzoom: STREET_ZOOM },
      filter: filters.kinds,
      layout: { 'icon-image': ['concat', image('kind'), ['get', 'kind']], 'icon-padding': 0 },
    },
    listedNames: listedNames('listed-names'),
    firstNames: listedNames('first-names'),
    marks: [
      {
        ...{ id: layers.listedDots, type: 'symbol', source: sources.list, filter: filters['listed-dots'] },
        layout: { 'icon-image': image('dot'), 'icon-padding': 0, 'icon-overlap': 'always' },
      },
      // A place without room for a pin.
      {
        ...{ id: layers.numbers, type: 'symbol', source: sources.list, filter: hasNumber },
        layout: { 'icon-image': image('number'), ...numbered, 'text-size': 11, 'symbol-sort-key': ['get', 'order'] },
        paint: { 'text-color': palette.onPin },
      },
      // Those of the list without a search. Counts say more.
      {
        ...{ id: layers.listedIcons, type: 'symbol', source: sources.list, minzoom: NAMES_ZOOM },
        filter: ['!', hasNumber],
        layout: { 'icon-image': ['get', 'image'], 'symbol-sort-key': ['get', 'order'] },
      },
      {
        ...{ id: layers.singles, type: 'symbol', source: sources.results, 'source-layer': 'clusters' },
        filter: ['==', count, 1],
        ...{ layout: { 'icon-image': image('dot'), 'icon-overlap': 'always' } },
      },
      // The last is placed first.
      ...Object.entries(sides)
        .toReversed()
        .map(([side, [x, y]]) => countsAt(side, [x, y])),
      {
        ...{ id: 'focus-names', type: 'symbol', source: sources.focus, filter: ['has', 'name'] },
        layout: {
          ...names.layout,
          ...{ 'text-font': semibold, 'text-size': 13, 'text-overlap': 'always' },
          // Where nothing has room, the first one counts.
          'text-variable-anchor-offset': ['case', ['to-boolean', ['get', 'isEast']], leftOfPin, besidePin],
        },
        paint: label(palette, palette.city, { 'text-halo-width': 2 }),
      },
      {
        ...{ id: 'frame', type: 'symbol', source: sources.frame },
        layout: {
          ...{ 'icon-image': image('room'), 'icon-size': ['/', ['get', 'size'], ROOM] },
          ...{ 'icon-padding': 0, 'icon-allow-overlap': true },
        },
      },
      {
        ...{ id: layers.pins, type: 'symbol', source: sources.list },
        filter: hasNumber,
        layout: {
          ...{ 'icon-image': image('pin'), 'icon-anchor': 'bottom', ...numbered, ...inHead },
          'symbol-sort-key': ['get', 'order'],
        },
        paint: { 'text-color': palette.onPin },
      },
      {
        ...{ id: layers.focus, type: 'symbol', source: sources.focus, filter: ['has', 'image'] },
        layout: {
          ...{ 'icon-image': ['get', 'image'], 'icon-anchor': ['get', 'anchor'] },
          ...{ ...numbered, ...inHead, 'icon-overlap': 'always', 'text-overlap': 'always' },
        },
        paint: { 'text-color': palette.onPoint },
      },
    ],
  } satisfies Record<string, LayerSpecification | LayerSpecification[]>;
}
