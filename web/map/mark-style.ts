import { type ExpressionSpecification, type LayerSpecification, type SymbolLayerSpecification } from 'maplibre-gl';
import { ICON_DOT } from './mark-icons.js';
import { type Palette } from './palette.js';

/** Ids of the sources. */
export const sources = { earth: 'earth', streets: 'streets', plan: 'plan', names: 'names', marks: 'marks' } as const;

/** Dots come after the places of the list. */
export const FIRST_ORDER = 1000;

/** Ids of layers that others ask for. */
export const layers = { best: 'best', notable: 'notable', openedStreet: 'plan-opened-street' } as const;

/** From this zoom level on, dots have the icon of their kind. */
export const ICON_ZOOM = 15;

/** Those that the map itself is made of. */
export const baseSources = [sources.earth, sources.streets, sources.plan] as const;

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

/** Side of the picture that keeps the room of a mark, in pixels. */
export const ROOM = 32;

export const roomImage = 'room';

const roleIs = (role: string): ExpressionSpecification => ['==', ['get', 'role'], role];

const faint = (otherwise: number): ExpressionSpecification => ['case', ['get', 'isFaint'], otherwise / 2, otherwise];

const isListedDot: ExpressionSpecification = ['to-boolean', ['get', 'isListed']];

const dots = {
  layout: {
    'icon-image': ['case', ['all', ['get', 'hasIcon'], ['has', 'icon']], ['get', 'icon'], ['get', 'plain']],
    // As large as others, but for their edge.
    'icon-size': ['case', ['all', ['get', 'hasIcon'], ['!', ['has', 'icon']]], 1.4, 1],
    'icon-padding': 0,
  },
  paint: { 'icon-opacity': faint(1) },
} satisfies Pick<SymbolLayerSpecification, 'layout' | 'paint'>;

/** Places that are not in the list. Names of the list's places hide them; those of streets and of other places keep clear of them. */
export const dotLayer: LayerSpecification = {
  ...{ id: 'dots', type: 'symbol', source: sources.marks, filter: ['all', roleIs('dot'), ['!', isListedDot]] },
  layout: { ...dots.layout, 'icon-overlap': 'cooperative' },
  paint: dots.paint,
};

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
const besidePin = ['literal', ['left', [1.75, -1.7], 'right', [-1.75, -1.7], ...belowAndAbove(0.3, 3.4)]] as never;

/** So many of the best places show even without room for their names. */
const SHOWN = 10;

/** So many of the first places of the list have names before districts have. */
const FIRST = 5;

/** From this zoom level on, marks have names. Farther out, it is the map that needs its names. */
const NAMES_ZOOM = 9;

/** Names of places, and notable places: one without room for its name does not show at all. */
export function placeNames(
  palette: Palette,
): Record<'first' | 'listed' | 'others' | 'few' | 'best' | 'notable', LayerSpecification> {
  const layout: SymbolLayerSpecification['layout'] = {
    'text-field': ['get', 'name'],
    'text-font': regular,
    'text-size': 11.5,
    'text-max-width': 9,
    'text-variable-anchor-offset': beside(1.05),
    'text-justify': 'auto',
    'symbol-sort-key': ['get', 'order'],
  };
  const named: Pick<SymbolLayerSpecification, 'layout' | 'paint'> = {
    layout: {
      ...layout,
      // An icon is wider than a dot.
      'text-variable-anchor-offset': ['case', ['==', ['get', 'anchor'], 'bottom'], besidePin, beside(1.2)],
    },
    paint: label(palette, palette.placeName),
  };
  const isFew: ExpressionSpecification = ['to-boolean', ['get', 'isFew']];
  const isFirst: ExpressionSpecification = ['<=', ['get', 'order'], FIRST];
  const isListed: ExpressionSpecification = [
    'all',
    roleIs('mark'),
    ['has', 'name'],
    ['!', ['to-boolean', ['get', 'isOpened']]],
  ];
  const isAmongBest: ExpressionSpecification = ['<', ['get', 'order'], FIRST_ORDER + SHOWN];
  const notable: Pick<SymbolLayerSpecification, 'layout' | 'paint'> = {
    layout: { ...layout, 'icon-image': ['get', 'icon'], 'icon-padding': 4 },
    paint: {
      ...label(palette, ['case', ['get', 'isFaint'], palette.district, palette.placeName]),
      'icon-opacity': faint(1),
    },
  };
  return {
    first: {
      ...{ id: 'first-names', type: 'symbol', source: sources.marks, minzoom: NAMES_ZOOM },
      ...{ filter: ['all', isListed, isFirst], ...named },
    },
    listed: {
      ...{ id: 'listed-names', type: 'symbol', source: sources.marks, minzoom: NAMES_ZOOM },
      ...{ filter: ['all', isListed, ['!', isFirst]], ...named },
    },
    others: {
      ...{ id: 'other-names', type: 'symbol', source: sources.marks, minzoom: 14 },
      filter: ['all', roleIs('dot'), ['has', 'name'], ['to-boolean', ['get', 'hasIcon']], ['!', isFew]],
      ...named,
    },
    few: {
      ...{ id: 'few-names', type: 'symbol', source: sources.marks },
      ...{ filter: ['all', ['has', 'name'], isFew], ...named },
    },
    best: {
      ...{ id: layers.best, type: 'symbol', source: sources.marks },
      ...{ filter: ['all', roleIs('notable'), isAmongBest], ...notable },
      layout: { ...notable.layout, 'text-optional': true },
    },
    notable: {
      ...{ id: layers.notable, type: 'symbol', source: sources.marks },
      ...{ filter: ['all', roleIs('notable'), ['!', isAmongBest]], ...notable },
    },
  };
}

/** The room of the marks, and places of the list without a pin. They come first, so names of the map keep clear of them. */
export const markLayers: readonly LayerSpecification[] = [
  {
    ...{ id: 'mark-room', type: 'symbol', source: sources.marks },
    filter: ['any', roleIs('mark'), ['to-boolean', ['get', 'isFew']]],
    layout: {
      'icon-image': roomImage,
      'icon-size': ['/', ['coalesce', ['get', 'size'], ICON_DOT], ROOM],
      'icon-anchor': ['coalesce', ['get', 'anchor'], 'center'],
      'icon-padding': 0,
      'icon-allow-overlap': true,
    },
  },
  {
    ...{ id: 'listed-dots', type: 'symbol', source: sources.marks, filter: ['all', roleIs('dot'), isListedDot] },
    layout: { ...dots.layout, 'icon-overlap': 'always' },
    paint: dots.paint,
  },
];
