import { type Map, tileLayer } from 'leaflet';
import { type Configuration } from '../configuration.js';
import { addOutlines } from './outlines.js';

/** Adds the base map: tiles if configured, else country outlines. @returns a function that removes it */
export function addBase(map: Map, { tiles, ...configuration }: Configuration): () => void {
  if (!tiles) return addOutlines(map, configuration);
  const attribution = escaped(tiles.attribution);
  // Tile servers reject requests without a referrer, which the page's own policy would omit.
  tileLayer(tiles.url, { attribution, maxZoom: 19, referrerPolicy: 'strict-origin-when-cross-origin' }).addTo(map);
  return () => undefined;
}

/** Leaflet renders attributions as HTML, so escape them. */
function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
