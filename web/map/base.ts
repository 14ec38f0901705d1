import * as leaflet from 'leaflet';
import {
  CenteredTextSymbolizer,
  Justify,
  type LabelRule,
  leafletLayer,
  type LeafletLayerOptions,
  OffsetTextSymbolizer,
  TextPlacements,
  TileCache,
  View,
  type Zxy,
  ZxySource,
} from 'protomaps-leaflet';
import { type Configuration } from '../configuration.js';
import { addOutlines } from './outlines.js';
import { isDark, onThemeChange, readTheme, type Theme } from './theme.js';

/** Adds what lies below the places. @returns a function that removes it */
export function addBase(map: leaflet.Map, configuration: Configuration): () => void {
  const { tiles, pmtiles, names } = configuration;
  if (tiles) {
    const attribution = escaped(tiles.attribution);
    // Tile servers reject requests without a referrer, which the page's own policy would omit.
    const options = { attribution, maxZoom: 19, referrerPolicy: 'strict-origin-when-cross-origin' as const };
    leaflet.tileLayer(tiles.url, options).addTo(map);
    return () => undefined;
  }
  if (pmtiles !== undefined) {
    return addVectorTiles(map, () => ({
      url: pmtiles,
      flavor: isDark() ? 'dark' : 'light',
      lang: document.documentElement.lang.slice(0, 2),
    }));
  }
  const removeOutlines = addOutlines(map, configuration);
  const source = new NameSource(names, true);
  const removeNames = addVectorTiles(map, () => {
    const labelRules = nameLabels(readTheme(map.getContainer()));
    return { url: names, attribution: '', source, paintRules: [], labelRules };
  });
  return () => {
    removeNames();
    removeOutlines();
  };
}

/** The service may be away for a moment. The map then has no names there, which is no error of the page. */
class NameSource extends ZxySource {
  override async get(tile: Zxy, size: number): ReturnType<ZxySource['get']> {
    return super.get(tile, size).catch((cause: unknown) => {
      throw new DOMException(String(cause), 'AbortError');
    });
  }
}

/** Tiles of 512 pixels, of zoom levels up to this. */
const VIEW = [15, 1] as const;

/** Draws vector tiles, and draws them again when day becomes night. */
function addVectorTiles(map: leaflet.Map, options: () => LeafletLayerOptions & { source?: ZxySource }): () => void {
  // The library takes Leaflet from there.
  Object.assign(globalThis, { L: leaflet });
  const add = (): leaflet.Layer => {
    const { source, ...rest } = options();
    const layer = leafletLayer(rest) as unknown as leaflet.GridLayer & { views: Map<string, View> };
    if (source) layer.views.set('', new View(new TileCache(source, 512), ...VIEW));
    // Tests and the first view wait for this attribute.
    layer.on('load', () => {
      map.getContainer().dataset.painted = 'true';
    });
    return layer.addTo(map);
  };
  let layer = add();
  const stop = onThemeChange(() => {
    layer.remove();
    layer = add();
  });
  return () => {
    stop();
    layer.remove();
  };
}

/** Leaflet renders attributions as HTML, so escape them. */
function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

interface NameStyle {
  readonly size: number;
  readonly minzoom: number;
  readonly maxzoom: number;
  readonly fontSize: (zoom: number) => number;
  readonly fontWeight: number;
}

/** Names of cities by their size: large ones are seen from far, and vanish close in. */
const cityNames: readonly NameStyle[] = [
  { size: 1, minzoom: 0, maxzoom: 14, fontSize: (zoom) => Math.min(22, 9 + zoom), fontWeight: 700 },
  { size: 2, minzoom: 8, maxzoom: 14, fontSize: (zoom) => Math.min(18, 5 + zoom), fontWeight: 600 },
  { size: 3, minzoom: 10, maxzoom: 15, fontSize: (zoom) => Math.min(15, 2 + zoom), fontWeight: 500 },
];

/** Names of cities and districts. What comes first keeps its room. */
function nameLabels(theme: Theme): LabelRule[] {
  const halo = { stroke: theme.halo, width: 2, fontFamily: 'system-ui, sans-serif', justify: Justify.Center };
  const cities = cityNames.map(({ size, minzoom, maxzoom, ...font }): LabelRule => ({
    dataLayer: 'names',
    minzoom,
    maxzoom,
    filter: (_zoom, feature) => feature.props.size === size,
    symbolizer: new OffsetTextSymbolizer({
      ...halo,
      ...font,
      fill: theme['city-name'],
      lineHeight: 1.5,
      // Below the group of the city's places.
      offsetY: (zoom: number) => (zoom < 11 ? 32 : 16),
      placements: [TextPlacements.S],
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
      fontSize: 12,
      fontWeight: 600,
      letterSpacing: 0.6,
      // Of the height of capitals.
      lineHeight: 1.6,
      textTransform: 'uppercase',
    }),
  };
  return [...cities, districts];
}
