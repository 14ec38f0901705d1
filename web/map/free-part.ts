import { type LatLng, latLngBounds, type LatLngBounds, type Map, point } from 'leaflet';
import { narrow } from '../view/use-media.js';

/** The share of the map that counts as free below a sheet that covers all of it. */
const LEAST = 0.4;

/** How many pixels of the map's height are free. The sheet of a narrow screen covers the lower part. */
export function freeHeight(map: Map): number {
  const { y: height } = map.getSize();
  const sheet = matchMedia(narrow).matches ? document.querySelector('.side') : null;
  if (!sheet) return height;
  const free = sheet.getBoundingClientRect().top - map.getContainer().getBoundingClientRect().top;
  return Math.max(LEAST * height, Math.min(height, free));
}

/** The height of the part that is not free, in pixels. */
export function coveredHeight(map: Map): number {
  return map.getSize().y - freeHeight(map);
}

/** Buttons and keys zoom around the middle of the free part, not of the map. */
export function zoomAroundFreePart(map: Map): void {
  map.setZoom = (zoom, options) => map.setZoomAround(point(map.getSize().x / 2, freeHeight(map) / 2), zoom, options);
}

export function middleOfFreePart(map: Map): LatLng {
  return map.containerPointToLatLng([map.getSize().x / 2, freeHeight(map) / 2]).wrap();
}

export function boundsOfFreePart(map: Map): LatLngBounds {
  const [x, y] = [map.getSize().x, freeHeight(map)];
  return latLngBounds(map.containerPointToLatLng([0, y]), map.containerPointToLatLng([x, 0]));
}
