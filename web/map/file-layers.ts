import { layers as protomapsLayers, namedFlavor } from '@protomaps/basemaps';
import { type LayerSpecification, type SymbolLayerSpecification } from 'maplibre-gl';
import { regular, sources } from './mark-style.js';
import { type Theme } from './palette.js';

/** Draws the file of `MAP_PMTILES`. Loaded only if there is one. @param language of names */
export function layersOfFile(theme: Theme, language: string): LayerSpecification[] {
  return (
    protomapsLayers(sources.streets, namedFlavor(theme), { lang: language })
      // Our background shows the earth beyond a map of a city. Our places are marks.
      .filter(({ id, type }) => type !== 'background' && id !== 'pois')
      .filter((layer) => !(layer.type === 'symbol' && layer.layout?.['icon-image'] && !layer.layout['text-field']))
      .map((layer) => (layer.type === 'symbol' ? withoutIcons(layer) : layer))
  );
}

/** The page has no pictures for the map's own symbols, but fonts for its text. */
function withoutIcons({ layout, ...layer }: SymbolLayerSpecification): LayerSpecification {
  const text = Object.entries(layout ?? {}).filter(([name]) => !name.startsWith('icon-'));
  return { ...layer, layout: { ...Object.fromEntries(text), 'text-font': regular } };
}
