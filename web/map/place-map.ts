import { LngLatBounds, type Map as MapLibre, Marker } from 'maplibre-gl';
import { type Configuration } from '../configuration.js';
import { type Texts } from '../texts/texts.js';
import { cornersOf, isWithin, nearTo, onEarth, type Rectangle, shownAt } from '../view/rectangle.js';
import { type MapPosition, type Point } from '../view/view.js';
import { CLOSEST, type Target } from './camera.js';
import { createMap, readAhead, showProgress } from './create-map.js';
import {
  applyFreePart,
  followSheet,
  freeBounds,
  freeHeight,
  freeWidth,
  middleOfFreePart,
  sizeOf,
} from './free-part.js';
import { hasStreets, LEVEL, MapControls, marginOfControls } from './map-controls.js';
import { type LayersOfFile, mapStyle } from './map-style.js';
import { MarkLayer, type MarkEvents, type MapPin } from './mark-layer.js';
import { type MarkedPlaces } from './mark-style.js';
import { type MarkTexts } from './mark-popups.js';
import { type LoadTile, tilesOf } from './result-tiles.js';
import { onThemeChange, themeNow } from './theme.js';

/** User interactions with the map. */
export interface MapEvents extends MarkEvents {
  /** The user moved the map. */
  moved(to: MapPosition): void;
  /** The map moved to the place of the open panel. @param showBefore shows what it showed before */
  centred(on: MapPosition, showBefore: () => void): void;
  /** The part of the map that is free has another size. */
  resized(): void;
}

/** Room for pins at the edges of the map, in pixels. The buttons are at the left side. */
const MARGIN = { top: 40, left: 64, right: 24, bottom: 32 };

/** Room for an open place with the longest line of a name, in pixels. */
const OPENED = { top: 40, side: 76, bottom: 80 };

const SETTLED = 200;
/** Where there is no street map, a closer map shows neither names nor coasts. */
const CLOSEST_WITHOUT_STREETS = 13;

/** A move that waits until the map has a size. */
interface Waiting {
  readonly to: 'target' | 'place';
  readonly move: () => void;
}

/** The map. It knows nothing of searches or sessions. */
export class PlaceMap {
  readonly controls: MapControls;
  private readonly map: MapLibre;
  private readonly marks: MarkLayer;
  private readonly resizing: ResizeObserver;
  private readonly ending = new AbortController();
  private here: Marker | undefined;
  private opened: MapPin | undefined;
  private waiting: Waiting[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** The address of the tiles of the search. */
  private tiles: string;
  /** Whether the map has its first style. */
  private isStyled = false;
  /** Whether the map needs another style as soon as it has the first. */
  private isStale = false;

  /**
   * @param load loads tiles of the search, if its list is known before the map is made
   * @throws Error if the browser has no WebGL
   */
  constructor(
    private readonly element: HTMLElement,
    private readonly configuration: Configuration,
    private readonly events: MapEvents,
    private readonly texts: Texts,
    private readonly layersOfFile: LayersOfFile | undefined,
    load: LoadTile | undefined,
  ) {
    this.tiles = tilesOf(load);
    const { earth, island, start } = configuration;
    for (const path of island ? [earth, island.path] : [earth]) readAhead(`${location.origin}${path}`);
    this.map = createMap({ element, texts, worker: configuration.worker, style: this.style(), maxZoom: 19 - LEVEL });
    this.controls = new MapControls(this.map, configuration, texts, this.ending.signal);
    this.marks = new MarkLayer(this.map, events);
    showProgress(this.map, element);
    this.listen();
    this.resizing = new ResizeObserver(() => {
      this.map.resize();
      this.settle();
      this.marks.drawFrame();
      events.resized();
    });
    this.resizing.observe(element);
    // Until results say where, and if none come.
    if (start) this.move({ key: 'start', rectangle: start, isFirst: true });
  }

  nameMarks(texts: MarkTexts): void {
    this.marks.speak(texts);
  }

  /** Shows the results of a search, besides those of the list. */
  search(load: LoadTile | undefined): void {
    this.marks.close();
    // Of the same source, the map would not ask again for a tile that it is loading.
    this.tiles = tilesOf(load);
    this.restyle();
  }

  /** Shows whether the results are those of the search before. */
  fade(isEarlier: boolean): void {
    this.marks.fade(isEarlier);
  }

  /** Shows the results of the list with their numbers. */
  list(pins: readonly MapPin[]): void {
    this.marks.show(pins);
  }

  /** Keeps labels clear of what covers the map now. */
  arrange(): void {
    this.marks.drawFrame();
  }

  /** Highlights a result of the list. */
  point(id: string | undefined): void {
    this.marks.point(id);
  }

  move(target: Target): void {
    this.waiting = [];
    this.whenShown('target', () => {
      applyFreePart(this.map);
      if ('at' in target) this.centre(target.at, target.at.zoom);
      else if ('rectangle' in target) this.showAll(cornersOf(target.rectangle), target.isFirst ? CLOSEST : undefined);
      else this.showAll(target.points, target.maxZoom ?? this.closest(target.points), this.margins);
    });
  }

  /**
   * Marks the place of the open panel, and moves to it if it is not to be seen.
   *
   * @param link what the address says, if it opened the place: where the map is, or only the place
   */
  open(place: MapPin | undefined, link?: 'placed' | 'unplaced'): void {
    this.opened = place;
    this.marks.open(place);
    // One to the place of an earlier panel is void.
    this.waiting = this.waiting.filter(({ to }) => to !== 'place');
    if (!place || link === 'placed') return;
    this.whenShown('place', () => {
      const before = { center: this.map.getCenter(), zoom: this.map.getZoom(), padding: this.map.getPadding() };
      const showBefore = (): void => {
        this.map.jumpTo(before);
      };
      applyFreePart(this.map);
      const isSeen = this.sees(place);
      const isListed = this.marks.listed.includes(place.id);
      const { zoom } = this.position;
      const closest = this.closest([place]);
      if (link === 'unplaced' || !isSeen || (!isListed && zoom < closest - 2)) {
        const to = link === 'unplaced' ? closest : isListed ? zoom : Math.max(zoom, closest);
        this.centre(place, to, (sizeOf(this.map).width - freeWidth(this.map)) / 2);
      }
      this.events.centred(this.position, showBefore);
    });
  }

  /** Whether the free part shows a place now, with room for its pin and its name. */
  sees(place: Point): boolean {
    const { top, side, bottom } = OPENED;
    const { x, y } = this.pixelOf(place);
    return x > side && x < freeWidth(this.map) - side && y > top && y < freeHeight(this.map) - bottom;
  }

  showHere(point: Point | undefined): void {
    this.here?.remove();
    this.here = undefined;
    if (!point) return;
    const element = document.createElement('div');
    element.className = 'here';
    // It is no control, and the results name the distance.
    element.setAttribute('aria-hidden', 'true');
    this.here = new Marker({ element }).setLngLat(point).addTo(this.map);
  }

  /** Whether the part that is free shows a place beside the buttons when the map is at a position. */
  wouldShow(at: MapPosition, place: Point): boolean {
    const size = { width: freeWidth(this.map) - 2 * MARGIN.left, height: freeHeight(this.map) - 2 * MARGIN.top };
    return isWithin(shownAt(at, size), place);
  }

  remove(): void {
    clearTimeout(this.timer);
    this.ending.abort();
    this.resizing.disconnect();
    this.map.remove();
  }

  focus(): void {
    this.map.getCanvas().focus({ preventScroll: true });
  }

  /** The middle of the part that is free. */
  get position(): MapPosition {
    const { lat, lng } = middleOfFreePart(this.map).wrap();
    const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));
    return { lat: rounded(lat, 5), lng: rounded(lng, 5), zoom: rounded(this.map.getZoom() + LEVEL, 2) };
  }

  /** The part that is free. */
  get shown(): Rectangle {
    const [[west, south], [east, north]] = freeBounds(this.map).toArray();
    return onEarth({ north, west, south, east });
  }

  private listen(): void {
    const { signal } = this.ending;
    this.map.on('moveend', (event) => {
      this.marks.drawFrame();
      // Only moves of the user have an event of theirs.
      if ((event as { originalEvent?: Event }).originalEvent) this.movedByUser();
    });
    this.map.on('style.load', () => {
      this.isStyled = true;
      if (this.isStale) this.restyle();
    });
    this.map.on('error', (event) => {
      // A tile that is not available leaves a gap, which the controls tell of.
      if (!('sourceId' in event)) reportError(event.error);
    });
    followSheet(
      this.map,
      () => {
        this.marks.drawFrame();
        this.events.resized();
      },
      signal,
    );
    const stop = onThemeChange(() => {
      this.restyle();
    });
    signal.addEventListener('abort', stop);
  }

  private pixelOf({ lat, lng }: Point): { x: number; y: number } {
    return this.map.project([nearTo(this.map.getCenter().lng, lng), lat]);
  }

  private get margins() {
    const covered = sizeOf(this.map).width - freeWidth(this.map);
    return { ...MARGIN, ...marginOfControls(), right: MARGIN.right + covered };
  }

  private style(marks: MarkedPlaces = { listed: [], marked: [] }) {
    return mapStyle({
      configuration: this.configuration,
      theme: themeNow(),
      language: this.texts.lang.slice(0, 2),
      layersOfFile: this.layersOfFile,
      ...{ tiles: this.tiles, ...marks },
    });
  }

  private restyle(): void {
    this.isStale = !this.isStyled;
    // A style that is not loaded yet would be thrown away, and its sources with it.
    if (this.isStale) return;
    this.map.setStyle(this.style(this.marks.style), {
      // Data of this page are not in the style.
      transformStyle: (before, next) => ({
        ...next,
        sources: Object.fromEntries(
          Object.entries(next.sources).map(([id, source]) => [
            id,
            source.type === 'geojson' ? (before?.sources[id] ?? source) : source,
          ]),
        ),
      }),
    });
    this.marks.draw();
  }

  /** Several places are as near as their pins have room. */
  private closest([point, ...others]: readonly Point[]): number {
    const isAlone = point !== undefined && others.length === 0;
    return isAlone && !hasStreets(this.configuration, point) ? CLOSEST_WITHOUT_STREETS : CLOSEST;
  }

  private showAll(
    points: readonly Point[],
    maxZoom?: number,
    padding = { top: 0, left: 0, right: 0, bottom: 0 },
  ): void {
    const bounds = new LngLatBounds();
    const [first] = points;
    // On both sides of the 180th meridian, points are close to each other.
    for (const { lat, lng } of points) bounds.extend([nearTo(first?.lng ?? lng, lng), lat]);
    this.map.fitBounds(bounds, {
      ...{ animate: false, padding },
      ...(maxZoom !== undefined && { maxZoom: maxZoom - LEVEL }),
    });
  }

  /** @param right how many pixels the point is left of the middle of the part that is free */
  private centre(point: Point, zoom: number, right = 0): void {
    this.map.jumpTo({ center: point, zoom: zoom - LEVEL });
    if (right !== 0) this.map.panBy([right, 0], { animate: false });
  }

  private whenShown(to: Waiting['to'], move: () => void): void {
    this.waiting.push({ to, move });
    this.settle();
  }

  private settle(): void {
    const { width, height } = sizeOf(this.map);
    const { waiting } = this;
    if (waiting.length === 0 || width === 0 || height === 0) return;
    clearTimeout(this.timer);
    this.waiting = [];
    for (const { move } of waiting) move();
  }

  private movedByUser(): void {
    // The map is where the user wants it.
    this.waiting = [];
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.events.moved(this.position);
    }, SETTLED);
  }
}
