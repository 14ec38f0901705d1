import { type Map, tileLayer } from 'leaflet';
import { type Configuration } from '../configuration.js';
import { addOutlines } from './outlines.js';

/** Puts under the pins what tells where they are: tiles where they are configured, else outlines. @returns what ends it */
export function addBase(map: Map, { tiles, ...configuration }: Configuration): () => void {
  if (!tiles) return addOutlines(map, configuration);
  const attribution = escaped(tiles.attribution);
  // Servers of tiles refuse whom they do not know; the page's own policy would tell them nothing.
  tileLayer(tiles.url, { attribution, maxZoom: 19, referrerPolicy: 'strict-origin-when-cross-origin' }).addTo(map);
  return () => undefined;
}

/** Leaflet takes attributions for markup. */
function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
