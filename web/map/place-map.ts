import { control, divIcon, latLngBounds, map, type Map, type Marker, marker } from 'leaflet';
import { type Configuration } from '../configuration.js';
import { type Texts } from '../texts/texts.js';
import { type MapPosition, type Point } from '../view/view.js';
import { onEarth, type Rectangle } from '../view/rectangle.js';
import { Attribution } from './attribution.js';
import { addBase } from './base.js';
import { boundsOfFreePart, coveredHeight, freeHeight, middleOfFreePart, zoomAroundFreePart } from './free-part.js';
import { MarkLayer, type MarkEvents, type Pin } from './mark-layer.js';
import { type LoadTile, ResultTiles } from './result-tiles.js';
import { visibleTiles } from './visible-tiles.js';

/** User interactions with the map. */
export interface MapEvents extends MarkEvents {
  /** The user moved the map. */
  moved(to: MapPosition): void;
  /** The map moved to the place of the open panel. */
  centred(on: MapPosition): void;
}

const SETTLED = 200;
const CLOSEST = 16;
const RETRY = 2000;
const ATTEMPTS = 3;

/** The Leaflet map. It knows nothing of searches or sessions. */
export class PlaceMap {
  readonly attribution: Attribution;
  private readonly map: Map;
  private readonly marks: MarkLayer;
  private readonly resizing: ResizeObserver;
  private readonly removeBase: () => void;
  private results: ResultTiles | undefined;
  private zoom: ReturnType<typeof control.zoom> | undefined;
  private here: Marker | undefined;
  private waiting: (() => void) | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the page, not the user, is moving the map. */
  private isOurs = true;

  constructor(
    element: HTMLElement,
    configuration: Configuration,
    private readonly events: MapEvents,
  ) {
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.map = map(element, {
      zoomControl: false,
      attributionControl: false,
      worldCopyJump: true,
      trackResize: false,
      minZoom: 1,
      maxZoom: 19,
      ...(isStill && { zoomAnimation: false, fadeAnimation: false, markerZoomAnimation: false, inertia: false }),
    });
    zoomAroundFreePart(this.map);
    this.attribution = new Attribution(this.map);
    this.map.setView([0, 0], 2, { animate: false });
    this.removeBase = addBase(this.map, configuration);
    this.marks = new MarkLayer(this.map, events);
    this.map.on('moveend', () => {
      this.moved();
    });
    this.resizing = new ResizeObserver(() => {
      this.ourselves(() => this.map.invalidateSize({ animate: false, pan: false }));
      this.settle();
      void this.update();
    });
    this.resizing.observe(element);
    this.isOurs = false;
  }

  speak(texts: Texts): void {
    this.zoom?.remove();
    this.zoom = control.zoom({ zoomInTitle: texts.zoomIn, zoomOutTitle: texts.zoomOut }).addTo(this.map);
    this.marks.speak(texts);
    this.attribution.speak(texts);
  }

  /** Shows the results of a search. @param load undefined for none */
  search(load: LoadTile | undefined): void {
    this.results?.close();
    this.results = load && new ResultTiles(load);
    // Those of an earlier search.
    this.marks.found([]);
    void this.update();
  }

  /** Shows the results of the list with their numbers. */
  list(pins: readonly Pin[]): void {
    this.marks.list(pins);
  }

  /** Highlights a result of the list. */
  point(id: string | undefined): void {
    this.marks.point(id);
  }

  /**
   * Marks the place of the open panel, and moves to it if it is not to be seen.
   *
   * @param covered width of the panel at the right side, in pixels
   */
  open(place: Pin | undefined, covered = 0): void {
    this.marks.open(place);
    if (!place) return;
    this.whenShown(() => {
      const { x: width } = this.map.getSize();
      const height = freeHeight(this.map);
      const free = width - covered > 80 ? width - covered : width;
      const { x, y } = this.map.latLngToContainerPoint(place);
      const isSeen = x > 20 && x < free - 20 && y > 40 && y < height - 20;
      const isListed = this.marks.isListed(place.id);
      if (isSeen && (isListed || this.map.getZoom() >= CLOSEST - 2)) return;
      const zoom = isListed ? this.map.getZoom() : Math.max(this.map.getZoom(), CLOSEST);
      this.centre(place, zoom, (width - free) / 2);
      this.events.centred(this.position);
    });
  }

  showHere(point: Point | undefined): void {
    this.here?.remove();
    this.here = undefined;
    if (!point) return;
    const icon = divIcon({ className: 'here', iconSize: [18, 18] });
    this.here = marker([point.lat, point.lng], { icon, keyboard: false, interactive: false }).addTo(this.map);
  }

  /** Shows these points, or does so once the map is shown. */
  fit(points: readonly Point[]): void {
    if (points.length === 0) return;
    const bounds = points.map(({ lat, lng }): [number, number] => [lat, lng]);
    this.whenShown(() => {
      this.map.fitBounds(bounds, {
        animate: false,
        paddingTopLeft: [24, 40],
        paddingBottomRight: [24, 20 + coveredHeight(this.map)],
        maxZoom: CLOSEST,
      });
    });
  }

  fitRectangle(rectangle: Rectangle): void {
    this.whenShown(() => {
      this.showRectangle(rectangle);
    });
  }

  /** The first view, until there are results. */
  begin(rectangle: Rectangle): void {
    this.ourselves(() => {
      this.showRectangle(rectangle, CLOSEST);
    });
  }

  goTo(to: MapPosition): void {
    this.whenShown(() => {
      this.centre(to, to.zoom);
    });
  }

  /** Whether the free part of the map has a point when it is at a position. */
  wouldShow(at: MapPosition, { lat, lng }: Point): boolean {
    const here = { lat, lng: lng + 360 * Math.round((at.lng - lng) / 360) };
    const { x, y } = this.map.project(here, at.zoom).subtract(this.map.project(at, at.zoom));
    return Math.abs(x) < this.map.getSize().x / 2 && Math.abs(y) < freeHeight(this.map) / 2;
  }

  remove(): void {
    clearTimeout(this.timer);
    this.results?.close();
    this.resizing.disconnect();
    this.removeBase();
    this.isOurs = true;
    this.map.remove();
  }

  /** The middle of the part that is free. */
  get position(): MapPosition {
    const { lat, lng } = middleOfFreePart(this.map);
    const rounded = (degrees: number): number => Number(degrees.toFixed(5));
    return { lat: rounded(lat), lng: rounded(lng), zoom: this.map.getZoom() };
  }

  /** The part that is free. */
  get shown(): Rectangle {
    const bounds = boundsOfFreePart(this.map);
    return onEarth({
      north: bounds.getNorth(),
      west: bounds.getWest(),
      south: bounds.getSouth(),
      east: bounds.getEast(),
    });
  }

  private showRectangle({ north, south, west, east }: Rectangle, maxZoom?: number): void {
    const bounds = latLngBounds([south, west], [north, east < west ? east + 360 : east]);
    const options = { animate: false, paddingBottomRight: [0, coveredHeight(this.map)] as [number, number] };
    this.map.fitBounds(bounds, { ...options, ...(maxZoom !== undefined && { maxZoom }) });
  }

  /** @param right how many pixels the point is left of the middle of the part that is free */
  private centre(point: Point, zoom: number, right = 0): void {
    const middle = this.map.project(point, zoom).add([right, coveredHeight(this.map) / 2]);
    this.map.setView(this.map.unproject(middle, zoom), zoom, { animate: false });
  }

  private whenShown(move: () => void): void {
    this.waiting = move;
    this.settle();
  }

  private settle(): void {
    const { x, y } = this.map.getSize();
    if (!this.waiting || x === 0 || y === 0) return;
    this.ourselves(this.waiting);
    this.waiting = undefined;
  }

  private ourselves(move: () => void): void {
    clearTimeout(this.timer);
    const before = this.isOurs;
    this.isOurs = true;
    move();
    this.isOurs = before;
  }

  private moved(): void {
    void this.update();
    if (this.isOurs) return;
    this.attribution.fold();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.events.moved(this.position);
    }, SETTLED);
  }

  /** Shows what the tiles of the visible part have. */
  private async update(attempt = 1): Promise<void> {
    const { results } = this;
    const { x, y } = this.map.getSize();
    if (!results || x === 0 || y === 0) return;
    const addresses = visibleTiles(this.map);
    const isCurrent = (): boolean =>
      results === this.results && JSON.stringify(addresses) === JSON.stringify(visibleTiles(this.map));
    try {
      const found = await results.read(addresses);
      if (isCurrent()) this.marks.found(found);
    } catch {
      // The list shows the problem. Tiles are asked for once more.
      if (isCurrent() && attempt < ATTEMPTS) setTimeout(() => void this.update(attempt + 1), RETRY);
    }
  }
}
