import { type Polygon } from 'geojson';
import { canvas, geoJSON, latLngBounds, type LatLngBounds, type Map } from 'leaflet';
import { feature } from 'topojson-client';
import { type GeometryCollection, type Topology } from 'topojson-specification';
import { type Configuration } from '../configuration.js';
import { flat } from './rings.js';
import { onThemeChange, readTheme } from './theme.js';

interface Outline {
  readonly polygon: Polygon;
  readonly bounds: LatLngBounds;
}

const PANE = 'outlines';

/** From this zoom level on, the coarse outlines look too coarse. */
const CLOSE = 6;

/** Draws country outlines. High zoom levels use fine outlines, clipped to the visible area. */
export function addOutlines(map: Map, addresses: Pick<Configuration, 'outlines' | 'fineOutlines'>): () => void {
  const controller = new AbortController();
  const loaded: Partial<Record<keyof typeof addresses, readonly Outline[]>> = {};
  const requested = new Set<string>();
  // Below the tiles, which are in a pane of their own.
  map.createPane(PANE).classList.add(PANE);
  const layer = geoJSON(undefined, {
    interactive: false,
    // Canvas: hundreds of thousands of points are too many for SVG elements.
    ...{ renderer: canvas({ padding: 0.5, pane: PANE }) },
    style: () => colours(map.getContainer()),
    attribution: 'Natural Earth',
  }).addTo(map);

  const draw = (): void => {
    const wanted = map.getZoom() >= CLOSE ? 'fineOutlines' : 'outlines';
    load(wanted);
    const outlines = loaded[wanted] ?? loaded.outlines ?? [];
    const seen = map.getBounds().pad(1);
    layer.clearLayers();
    for (const { polygon, bounds } of outlines) if (bounds.intersects(seen)) layer.addData(polygon);
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
    layer.setStyle(colours(map.getContainer()));
  };
  load('outlines');
  map.on('moveend', draw);
  const stop = onThemeChange(recolour);
  return () => {
    controller.abort();
    stop();
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

function colours(element: HTMLElement): { color: string; fillColor: string; weight: number; fillOpacity: number } {
  const { border, land } = readTheme(element);
  return { color: border, fillColor: land, weight: 1, fillOpacity: 1 };
}
