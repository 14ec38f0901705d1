import { control, divIcon, type LatLngExpression, layerGroup, map, type Map, type Marker, marker } from 'leaflet';
import { type Configuration } from '../configuration.js';
import { type Texts } from '../texts/texts.js';
import { onEarth, type Rectangle } from '../view/rectangle.js';
import { type Point } from '../view/view.js';
import { addBase } from './base.js';

/** A place on the map, with its number in the list. */
export interface Pin extends Point {
  readonly id: string;
  readonly name: string;
  readonly number: number;
}

/** User interactions with the map. */
export interface MapEvents {
  /** The user moved or zoomed the map. Not called for moves by the page. */
  moved(shown: Rectangle): void;
  chosen(id: string): void;
  /** The user hovers a pin, or none. */
  pointed(id: string | undefined): void;
}

const SETTLED = 250;
const CLOSEST = 16;

/** The Leaflet map. It knows nothing of searches or sessions. */
export class PlaceMap {
  private readonly map: Map;
  private readonly pins = layerGroup();
  private readonly markers = new globalThis.Map<string, Marker>();
  private readonly resizing: ResizeObserver;
  private readonly removeBase: () => void;
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
      worldCopyJump: true,
      trackResize: false,
      minZoom: 1,
      maxZoom: 18,
      ...(isStill && { zoomAnimation: false, fadeAnimation: false, markerZoomAnimation: false, inertia: false }),
    });
    this.map.attributionControl.setPrefix(false);
    this.map.setView([0, 0], 2, { animate: false });
    this.removeBase = addBase(this.map, configuration);
    this.pins.addTo(this.map);
    this.map.on('moveend', () => {
      this.moved();
    });
    this.resizing = new ResizeObserver(() => {
      this.ourselves(() => this.map.invalidateSize({ animate: false, pan: false }));
      this.settle();
    });
    this.resizing.observe(element);
    this.isOurs = false;
  }

  speak(texts: Texts): void {
    this.zoom?.remove();
    this.zoom = control.zoom({ zoomInTitle: texts.zoomIn, zoomOutTitle: texts.zoomOut }).addTo(this.map);
  }

  show(pins: readonly Pin[]): void {
    this.pins.clearLayers();
    this.markers.clear();
    for (const { id, lat, lng, name, number } of pins) {
      const icon = divIcon({ className: 'pin', html: `<span>${number}</span>`, iconSize: [28, 28] });
      // Keyboard and screen reader users have the same links in the list.
      const pin = marker([lat, lng], { icon, title: name, keyboard: false, riseOnHover: true });
      pin.on('click', () => {
        this.events.chosen(id);
      });
      pin.on('mouseover', () => {
        this.events.pointed(id);
      });
      pin.on('mouseout', () => {
        this.events.pointed(undefined);
      });
      this.markers.set(id, pin);
      this.pins.addLayer(pin);
      pin.getElement()?.setAttribute('aria-hidden', 'true');
    }
  }

  /** Highlights a pin. */
  point(id: string | undefined): void {
    for (const [other, pin] of this.markers) {
      pin.getElement()?.classList.toggle('pointed', other === id);
      pin.setZIndexOffset(other === id ? 1000 : 0);
    }
  }

  /** Moves a pin out from under a panel. @param covered width of the panel at the right side, in pixels */
  reveal(id: string, covered: number): void {
    const pin = this.markers.get(id);
    if (!pin) return;
    const { x } = this.map.latLngToContainerPoint(pin.getLatLng());
    const free = this.map.getSize().x - covered;
    if (free > 0 && x > free - 20) this.ourselves(() => this.map.panBy([x - free / 2, 0], { animate: false }));
  }

  showHere(point: Point | undefined): void {
    this.here?.remove();
    this.here = undefined;
    if (!point) return;
    const icon = divIcon({ className: 'here', iconSize: [18, 18] });
    this.here = marker([point.lat, point.lng], { icon, keyboard: false, interactive: false }).addTo(this.map);
  }

  /** Fits the map to these bounds, or does so later if the map is hidden. */
  fit(points: readonly LatLngExpression[], closest = CLOSEST): void {
    if (points.length === 0) return;
    this.waiting = () => {
      this.map.fitBounds(
        points.map((point) => point as [number, number]),
        { animate: false, padding: [32, 32], maxZoom: closest },
      );
    };
    this.settle();
  }

  fitRectangle({ north, south, west, east }: Rectangle): void {
    this.waiting = () => {
      const bounds: [number, number][] = [
        [south, west],
        [north, east < west ? east + 360 : east],
      ];
      this.map.fitBounds(bounds, { animate: false });
    };
    this.settle();
  }

  remove(): void {
    clearTimeout(this.timer);
    this.resizing.disconnect();
    this.removeBase();
    this.isOurs = true;
    this.map.remove();
  }

  get shown(): Rectangle {
    const bounds = this.map.getBounds();
    return onEarth({
      north: bounds.getNorth(),
      west: bounds.getWest(),
      south: bounds.getSouth(),
      east: bounds.getEast(),
    });
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
    if (this.isOurs) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.events.moved(this.shown);
    }, SETTLED);
  }
}
