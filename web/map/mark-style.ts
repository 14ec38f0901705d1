import { type ExpressionSpecification, type LayerSpecification, type SymbolLayerSpecification } from 'maplibre-gl';
import { ICON_DOT } from './mark-icons.js';
import { type Palette } from './palette.js';

/** Ids of the sources. */
export const sources = { earth: 'earth', streets: 'streets', plan: 'plan', names: 'names', marks: 'marks' } as const;

/** Ids of layers that others ask for. */
export const layers = { notable: 'notable', openedStreet: 'plan-opened-street' } as const;

/** From this zoom level on, dots have the icon of their kind. */
export const ICON_ZOOM = 15;

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

/** Places that are not in the list, below all names. */
export function dotLayer(palette: Palette): LayerSpecification {
  return {
    ...{ id: 'dots', type: 'circle', source: sources.marks },
    filter: ['all', roleIs('dot'), ['!', ['all', ['get', 'hasIcon'], ['has', 'icon']]]],
    paint: {
      'circle-radius': ['case', ['get', 'hasIcon'], 7, 4.5],
      'circle-color': palette.dot,
      'circle-stroke-color': palette.dotEdge,
      'circle-stroke-width': 1.5,
      'circle-opacity': faint(1),
    },
  };
}

/** Those with the icon of their kind. Names of places and small streets keep clear of them. */
export const iconLayer: LayerSpecification = {
  ...{ id: 'dot-icons', type: 'symbol', source: sources.marks },
  filter: ['all', roleIs('dot'), ['get', 'hasIcon'], ['has', 'icon']],
  layout: { 'icon-image': ['get', 'icon'], 'icon-allow-overlap': true, 'icon-padding': 0 },
  paint: { 'icon-opacity': faint(1) },
};

/** Names of places, and notable places: one without room for its name does not show at all. */
export function placeNames(palette: Palette): Record<'places' | 'notable', LayerSpecification> {
  const layout: SymbolLayerSpecification['layout'] = {
    'text-field': ['get', 'name'],
    'text-font': regular,
    'text-size': 11.5,
    'text-max-width': 9,
    'text-variable-anchor': ['left', 'right', 'top', 'bottom'],
    'text-radial-offset': 0.95,
    'text-justify': 'auto',
    'symbol-sort-key': ['get', 'order'],
  };
  return {
    places: {
      ...{ id: 'place-names', type: 'symbol', source: sources.marks },
      filter: [
        ...['all', ['has', 'name'], ['!', roleIs('notable')], ['!', ['to-boolean', ['get', 'isOpened']]]],
        [
          'any',
          ['to-boolean', ['get', 'isFew']],
          ['all', ['>=', ['zoom'], 14], ['any', roleIs('mark'), ['to-boolean', ['get', 'hasIcon']]]],
        ],
      ] as ExpressionSpecification,
      layout,
      paint: label(palette, palette.placeName),
    },
    notable: {
      ...{ id: layers.notable, type: 'symbol', source: sources.marks, filter: roleIs('notable') },
      layout: { ...layout, 'icon-image': ['get', 'icon'], 'icon-padding': 4 },
      paint: {
        ...label(palette, ['case', ['get', 'isFaint'], palette.district, palette.placeName]),
        'icon-opacity': faint(1),
      },
    },
  };
}

/** The room of the marks. They come first, so names of the map keep clear of them. */
export function markLayers(palette: Palette): LayerSpecification[] {
  return [
    {
      ...{ id: 'opened-name', type: 'symbol', source: sources.marks, filter: ['to-boolean', ['get', 'isOpened']] },
      layout: {
        'text-field': ['get', 'name'],
        'text-font': semibold,
        'text-size': 13,
        'text-max-width': 9,
        'text-anchor': 'top',
        'text-offset': [0, 0.3],
        'text-allow-overlap': true,
      },
      paint: label(palette, palette.city),
    },
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
  ];
}
