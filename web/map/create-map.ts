import { addProtocol, type GetResourceResponse, Map as MapLibre, type MapOptions, setWorkerUrl } from 'maplibre-gl';
import { PMTiles, Protocol } from 'pmtiles';
import { type Texts } from '../texts/texts.js';

const pmtiles = new Protocol({ metadata: true });
addProtocol('pmtiles', async (request, controller) => {
  try {
    return (await pmtiles.tilev4(request, controller)) as GetResourceResponse<unknown>;
  } catch (error) {
    // The library keeps that a file failed, and would not ask for it again.
    if (!controller.signal.aborted)
      for (const file of pmtiles.tiles.keys()) if (request.url.includes(file)) pmtiles.tiles.delete(file);
    throw error;
  }
});

/** Reads the directory of a file of tiles. The map asks for it before it asks for tiles, while it keeps the browser busy. */
export function readAhead(url: string): void {
  const archive = new PMTiles(url);
  pmtiles.add(archive);
  // Each tile handles the failure.
  archive.getHeader().catch(() => undefined);
}

interface Options extends Required<Pick<MapOptions, 'style' | 'maxZoom'>> {
  readonly element: HTMLElement;
  readonly texts: Texts;
  /** The address of MapLibre's worker. */
  readonly worker: string;
}

/**
 * Creates a map that has north at the top and is seen from above.
 *
 * @throws Error if the browser has no WebGL
 */
export function createMap({ element, texts, worker, style, maxZoom }: Options): MapLibre {
  setWorkerUrl(worker);
  const map = new MapLibre({
    container: element,
    locale: {
      'Map.Title': texts.mapLabel,
      'NavigationControl.ZoomIn': texts.zoomIn,
      'NavigationControl.ZoomOut': texts.zoomOut,
      'AttributionControl.ToggleAttribution': texts.attribution,
    },
    style,
    center: [0, 0],
    zoom: 1,
    minZoom: 0,
    maxZoom,
    attributionControl: false,
    trackResize: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    maxPitch: 0,
    fadeDuration: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 200,
    transformRequest: (url) => ({
      url,
      // Tile servers reject requests without a referrer, which the page's own policy would omit.
      ...(!url.startsWith(location.origin) && { referrerPolicy: 'strict-origin-when-cross-origin' }),
    }),
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  // What the map draws has no elements: tests ask the map.
  Object.assign(element, { map });
  return map;
}

/** Milliseconds. */
const WATCHED = 500;

/** Says as `aria-busy` of the element of a map whether the map is drawn, with its marks. */
export function showProgress(map: MapLibre, element: HTMLElement): void {
  const set = (isBusy: boolean): void => {
    element.setAttribute('aria-busy', String(isBusy));
  };
  let timer: ReturnType<typeof setInterval> | undefined;
  const stop = (): void => {
    clearInterval(timer);
    timer = undefined;
  };
  for (const type of ['movestart', 'dataloading'] as const)
    map.on(type, () => {
      set(true);
      // A tile that fails draws nothing, so the map would not notice that it is idle.
      timer ??= setInterval(() => {
        map.triggerRepaint();
      }, WATCHED);
    });
  map.on('remove', stop);
  map.on('idle', () => {
    // The first view waits for this attribute.
    element.dataset.painted = 'true';
    // Names follow the marks.
    if (!map.loaded()) return;
    stop();
    set(false);
  });
}
