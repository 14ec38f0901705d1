import * as leaflet from 'leaflet';
import { leafletLayer, type LeafletLayerOptions, TileCache, View, type Zxy, ZxySource } from 'protomaps-leaflet';
import { type Configuration } from '../configuration.js';
import { addOutlines } from './outlines.js';
import { streetLabels, streetPaint } from './street-style.js';
import { isDark, onThemeChange, readTheme } from './theme.js';

/** Adds what lies below the places. @returns a function that removes it */
export function addBase(map: leaflet.Map, configuration: Configuration): () => void {
  const { tiles, pmtiles, streets } = configuration;
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
  const source = new StreetSource(streets, true);
  const removeStreets = addVectorTiles(map, () => {
    const theme = readTheme(map.getContainer());
    const rules = { paintRules: streetPaint(theme), labelRules: streetLabels(theme) };
    return { url: streets, attribution: '', source, ...rules };
  });
  return () => {
    removeStreets();
    removeOutlines();
  };
}

/** The service may be away for a moment. The map then has no streets there, which is no error of the page. */
class StreetSource extends ZxySource {
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
