import { type Polygon } from 'geojson';
import { canvas, geoJSON, latLngBounds, type LatLngBounds, type Map } from 'leaflet';
import { feature } from 'topojson-client';
import { type GeometryCollection, type Topology } from 'topojson-specification';
import { type Configuration } from '../configuration.js';
import { flat } from './rings.js';

interface Outline {
  readonly polygon: Polygon;
  readonly bounds: LatLngBounds;
}

/** From this zoom level on, the coarse outlines look too coarse. */
const CLOSE = 6;

/** Draws country outlines. High zoom levels use fine outlines, clipped to the visible area. */
export function addOutlines(map: Map, addresses: Pick<Configuration, 'outlines' | 'fineOutlines'>): () => void {
  const controller = new AbortController();
  const isDark = matchMedia('(prefers-color-scheme: dark)');
  const loaded: Partial<Record<keyof typeof addresses, readonly Outline[]>> = {};
  const requested = new Set<string>();
  const layer = geoJSON(undefined, {
    interactive: false,
    // Canvas: hundreds of thousands of points are too many for SVG elements.
    ...{ renderer: canvas({ padding: 0.5 }) },
    style: () => colours(map),
    attribution: 'Natural Earth',
  }).addTo(map);

  const draw = (): void => {
    const wanted = map.getZoom() >= CLOSE ? 'fineOutlines' : 'outlines';
    load(wanted);
    const outlines = loaded[wanted] ?? loaded.outlines ?? [];
    const seen = map.getBounds().pad(1);
    layer.clearLayers();
    for (const { polygon, bounds } of outlines) if (bounds.intersects(seen)) layer.addData(polygon);
    // Tests wait for this attribute before they take a screenshot.
    if (loaded[wanted]) map.getContainer().dataset.drawn = wanted;
  };
  const load = (which: keyof typeof addresses): void => {
    if (requested.has(which)) return;
    requested.add(which);
    fetch(addresses[which], { signal: controller.signal })
      .then(async (response) => {
        if (!response.ok) throw new Error(`The outlines are not there: ${response.status}`);
        loaded[which] = outlinesOf((await response.json()) as Topology<{ countries: GeometryCollection }>);
        if (!controller.signal.aborted) draw();
      })
      // Pins are useful without outlines. The next move retries.
      .catch(() => requested.delete(which));
  };
  const recolour = (): void => {
    layer.setStyle(colours(map));
  };
  load('outlines');
  map.on('moveend', draw);
  isDark.addEventListener('change', recolour);
  return () => {
    controller.abort();
    isDark.removeEventListener('change', recolour);
  };
}

function outlinesOf(topology: Topology<{ countries: GeometryCollection }>): Outline[] {
  return feature(topology, topology.objects.countries).features.flatMap(({ geometry }) => {
    if (geometry.type !== 'Polygon' && geometry.type !== 'MultiPolygon') return [];
    const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
    const drawn = polygons.flatMap((coordinates) => flat({ type: 'Polygon', coordinates }));
    return drawn.map((polygon) => ({ polygon, bounds: boundsOf(polygon) }));
  });
}

function boundsOf({ coordinates: [outer = []] }: Polygon): LatLngBounds {
  return latLngBounds(outer.map(([lng = 0, lat = 0]): [number, number] => [lat, lng]));
}

function colours(map: Map): { color: string; fillColor: string; weight: number; fillOpacity: number } {
  const style = getComputedStyle(map.getContainer());
  return {
    color: style.getPropertyValue('--border').trim(),
    fillColor: style.getPropertyValue('--land').trim(),
    weight: 1,
    fillOpacity: 1,
  };
}
