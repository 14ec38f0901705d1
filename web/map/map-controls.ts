import {
  AttributionControl,
  type ControlPosition,
  type IControl,
  type Map,
  NavigationControl,
  ScaleControl,
  type Tile,
} from 'maplibre-gl';
import { type Configuration } from '../configuration.js';
import { usesMiles } from '../parts/formats.js';
import { type Texts } from '../texts/texts.js';
import { isWithin } from '../view/rectangle.js';
import { narrow } from '../view/use-media.js';
import { type Point } from '../view/view.js';
import { baseSources, sources } from './mark-style.js';

/** Zoom levels of the page are those of tiles of 256 pixels, MapLibre's of 512. */
export const LEVEL = 1;

/** From this zoom level of the page on, a map of streets shows the main ones. */
const STREETS = 12;

/** The widest scale of the map, in pixels. */
const SCALE = 80;

/** Room for pins beside scale and sources, in pixels. They are at the top of narrow screens, else at the bottom. */
export function marginOfControls() {
  return matchMedia(narrow).matches ? { top: 124, left: SCALE + 28 } : { bottom: 76 };
}

/** The buttons and texts over the map: zoom, scale, sources, and whether there are streets. */
export class MapControls {
  private readonly note = document.createElement('p');
  private readonly noted: IControl = {
    onAdd: () => this.note,
    onRemove: () => {
      this.note.remove();
    },
  };
  private readonly zoom = new NavigationControl({ showCompass: false });
  private readonly scale: ScaleControl;
  private attribution = new AttributionControl();
  /** What to attribute places to, as HTML. */
  private ofPlaces = '';
  /** The sources of which a tile could not be loaded, and none since. */
  private readonly failed = new Set<string>();

  constructor(
    private readonly map: Map,
    private readonly configuration: Configuration,
    private readonly texts: Texts,
    signal: AbortSignal,
  ) {
    this.scale = new ScaleControl({ maxWidth: SCALE, unit: usesMiles(texts.lang) ? 'imperial' : 'metric' });
    this.note.className = 'maplibregl-ctrl map-note';
    this.note.setAttribute('role', 'status');
    map.on('error', (event) => {
      if ('sourceId' in event) this.failed.add(String(event.sourceId));
      this.print();
    });
    map.on('sourcedata', ({ sourceId, ...event }) => {
      if ((event.tile as Tile | undefined)?.hasData() === true) this.failed.delete(sourceId);
    });
    map.on('moveend', () => {
      // The map itself asks again only for a part that it did not show. Tile servers are left alone.
      for (const source of [sources.earth, sources.plan]) if (this.failed.has(source)) map.refreshTiles(source);
    });
    for (const type of ['moveend', 'idle'] as const)
      map.on(type, () => {
        this.print();
      });
    this.print();
    this.place();
    // A phone is turned, or a window gets another size.
    matchMedia(narrow).addEventListener(
      'change',
      () => {
        this.place();
      },
      { signal },
    );
  }

  /** Names the sources of the places. @param html what their licences ask for */
  attribute(html = ''): void {
    // A new control would lose the focus.
    if (html === this.ofPlaces) return;
    this.ofPlaces = html;
    this.place();
  }

  /** Panels cover the right side, and the sheet of a narrow screen the lower one. */
  private place(): void {
    const isNarrow = matchMedia(narrow).matches;
    const { attribution } = this;
    this.attribution = new AttributionControl({ compact: isNarrow, customAttribution: this.ofPlaces });
    const controls: [IControl, ControlPosition][] = [
      [this.attribution, isNarrow ? 'top-right' : 'bottom-left'],
      [this.scale, isNarrow ? 'top-left' : 'bottom-left'],
      [this.noted, isNarrow ? 'top-right' : 'bottom-left'],
      [this.zoom, 'top-left'],
    ];
    for (const control of [attribution, ...controls.map(([one]) => one)])
      if (this.map.hasControl(control)) this.map.removeControl(control);
    for (const [control, position] of controls) this.map.addControl(control, position);
    // Once it has a text, it is unfolded. There is no room for it.
    if (isNarrow) {
      void this.map.once('idle', () => {
        const shown = 'maplibregl-compact-show';
        this.map.getContainer().querySelector(`.${shown}`)?.classList.remove(shown);
      });
      // The map may be idle already.
      this.map.triggerRepaint();
    }
  }

  /** Says that a part of the map fails, or that there is no street map where one would show streets. */
  private print(): void {
    const isClose = this.map.getZoom() + LEVEL >= STREETS;
    const isFailing = baseSources.some((source) => this.failed.has(source));
    const isWithout = isClose && !hasStreets(this.configuration, this.map.getCenter());
    const note = isFailing ? this.texts.mapFailed : isWithout ? this.texts.noStreets : '';
    // Screen readers say each text that is set.
    if (note !== this.note.textContent) this.note.textContent = note;
    this.note.hidden = note === '';
  }
}

/** Whether there is a street map of a point. */
export function hasStreets({ tiles, pmtiles: file, island }: Configuration, { lat, lng }: Point): boolean {
  if (tiles !== undefined || file !== undefined) return true;
  return island !== undefined && isWithin(island.bounds, { lat, lng });
}
