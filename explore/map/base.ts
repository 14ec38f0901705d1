import { type Map, tileLayer } from 'leaflet';
import { type Configuration } from '../configuration.js';
import { addOutlines } from './outlines.js';

/** Puts under the pins what tells where they are: tiles where they are configured, else outlines. @returns what ends it */
export function addBase(map: Map, { tiles, ...configuration }: Configuration): () => void {
  if (!tiles) return addOutlines(map, configuration);
  tileLayer(tiles.url, { attribution: escaped(tiles.attribution), maxZoom: 19 }).addTo(map);
  return () => undefined;
}

/** Leaflet takes attributions for markup. */
function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
