import { type LatLng, latLng, layerGroup, type Map as LeafletMap, type Marker, marker } from 'leaflet';
import { type Texts } from '../texts/texts.js';
import { type Point } from '../view/view.js';
import { clusterIcon, clusterSize, clusterText, dotIcon, pinIcon, placeTip } from './mark-icons.js';
import { leadToMarks, type MarkFocus } from './mark-keys.js';
import { type Found, type Mark, marksOf, type TilePlace } from './marks.js';

/** A place of the list, with its number there; without one, the place of the open panel. */
export interface Pin extends Point, TilePlace {
  readonly number?: number;
}

export interface MarkEvents {
  chosen(id: string): void;
  /** The user hovers a place, or none. */
  pointed(id: string | undefined): void;
  /** The user opens a group that no zoom level takes apart. */
  grouped(): void;
}

/** A marker, with what it was made of. */
interface Drawn {
  readonly marker: Marker;
  readonly id?: string;
}

/** The results on the map: numbered pins for those of the list, dots for others, circles for groups. */
export class MarkLayer {
  private readonly layer = layerGroup();
  private readonly focus: MarkFocus;
  private drawn = new Map<string, Drawn>();
  private pins: readonly Pin[] = [];
  private results: readonly Found[] = [];
  private opened: Pin | undefined;
  private pointed: string | undefined;
  private texts: Texts | undefined;

  constructor(
    private readonly map: LeafletMap,
    private readonly events: MarkEvents,
  ) {
    this.layer.addTo(map);
    this.focus = leadToMarks(map);
  }

  speak(texts: Texts): void {
    this.texts = texts;
    this.layer.clearLayers();
    this.drawn.clear();
    this.draw();
  }

  found(results: readonly Found[]): void {
    this.results = results;
    this.draw();
  }

  list(pins: readonly Pin[]): void {
    this.pins = pins;
    this.draw();
  }

  open(place: Pin | undefined): void {
    this.opened = place;
    this.draw();
  }

  isListed(id: string): boolean {
    return this.pins.some((pin) => pin.id === id);
  }

  /** Highlights a place. */
  point(id: string | undefined): void {
    this.pointed = id;
    this.draw();
  }

  private draw(): void {
    const { texts } = this;
    if (!texts) return;
    const wanted = this.markers(texts);
    const before = this.drawn;
    this.drawn = new Map();
    const hadFocus = this.focus.isInside();
    for (const [key, make] of wanted) {
      const known = before.get(key);
      before.delete(key);
      this.drawn.set(key, known ?? make());
    }
    for (const { marker } of before.values()) this.layer.removeLayer(marker);
    for (const { marker, id } of this.drawn.values()) {
      if (!this.layer.hasLayer(marker)) this.layer.addLayer(marker);
      const isPointed = id !== undefined && (id === this.pointed || id === this.opened?.id);
      marker.getElement()?.classList.toggle('pointed', isPointed);
      marker.setZIndexOffset(isPointed ? 2000 : marker.options.zIndexOffset === 0 ? 0 : 1000);
    }
    this.focus.renew(hadFocus);
  }

  /** What is to be drawn, by keys that stay while it looks the same. */
  private markers(texts: Texts): Map<string, () => Drawn> {
    const size = 256 * 2 ** this.map.getZoom();
    const pinned = new Set([...this.pins, ...(this.opened ? [this.opened] : [])].map(({ id }) => id));
    const marks = marksOf(
      this.results.filter(({ place }) => !place || !pinned.has(place.id)),
      size,
    );
    const wanted = new Map<string, () => Drawn>();
    // As far as a hand moves the map at once.
    const visible = this.map.getBounds().pad(0.3);
    for (const mark of marks) {
      const { place } = mark;
      if (!visible.contains(this.positionOf(mark))) continue;
      if (place) wanted.set(`dot ${place.id}`, () => this.placeMarker(place, this.positionOf(mark), texts));
      else wanted.set(`${mark.count} at ${mark.x},${mark.y}`, () => ({ marker: this.clusterMarker(mark, texts) }));
    }
    const groups = marks.filter(({ isGroup, count }) => isGroup && count > 1);
    for (const pin of this.pins) {
      const isNeeded = pin.id === this.pointed || pin.id === this.opened?.id;
      if (isNeeded || !groups.some((group) => this.covers(group, pin)))
        wanted.set(`pin ${pin.number} ${pin.id}`, () => this.placeMarker(pin, this.positionOf(pin), texts));
    }
    const { opened } = this;
    if (opened && !this.isListed(opened.id))
      wanted.set(`opened ${opened.id}`, () => this.placeMarker(opened, this.positionOf(opened), texts, true));
    return wanted;
  }

  private covers(group: Mark, pin: Pin): boolean {
    const [a, b] = [this.positionOf(group), this.positionOf(pin)].map((at) => this.map.latLngToLayerPoint(at));
    return a !== undefined && b !== undefined && a.distanceTo(b) < clusterSize(group.count);
  }

  private positionOf(place: Point | Mark): LatLng {
    const zoom = this.map.getZoom();
    const size = 256 * 2 ** zoom;
    const position =
      'lat' in place ? latLng(place.lat, place.lng) : this.map.unproject([place.x * size, place.y * size], zoom);
    // The copy of the world that is shown.
    position.lng += 360 * Math.round((this.map.getCenter().lng - position.lng) / 360);
    return position;
  }

  private clusterMarker(mark: Mark, texts: Texts): Marker {
    const made = marker(this.positionOf(mark), {
      icon: mark.count === 1 ? dotIcon() : clusterIcon(mark.count, texts),
      zIndexOffset: 0,
    });
    made.on('add', () => made.getElement()?.setAttribute('aria-label', texts.cluster(clusterText(mark.count, texts))));
    made.on('click', () => {
      this.takeApart(mark);
    });
    return made;
  }

  private placeMarker(place: TilePlace & { number?: number }, at: LatLng, texts: Texts, isOpened = false): Drawn {
    const { id, name, number } = place;
    const isPin = number !== undefined || isOpened;
    const made = marker(at, {
      icon: isPin ? pinIcon(number) : dotIcon(),
      zIndexOffset: isPin ? 1000 : 0,
      riseOnHover: true,
    });
    made.bindTooltip(placeTip(place, texts), { direction: 'top', offset: [0, isPin ? -32 : -8], className: 'map-tip' });
    const label = number === undefined ? name : `${number}. ${name}`;
    made.on('add', () => made.getElement()?.setAttribute('aria-label', label));
    made.on('click', () => {
      this.events.chosen(id);
    });
    made.on('mouseover', () => {
      this.events.pointed(id);
    });
    made.on('mouseout', () => {
      this.events.pointed(undefined);
    });
    return { marker: made, id };
  }

  /** Zooms to the parts of a group. */
  private takeApart(mark: Mark): void {
    const { west, north, east, south } = mark;
    const zoom = this.map.getZoom();
    const size = 256 * 2 ** zoom;
    const corners = [
      [west, north],
      [east, south],
    ].map(([x = 0, y = 0]) => this.map.unproject([x * size, y * size], zoom));
    const bounds = corners.map(({ lat, lng }): [number, number] => [lat, lng]);
    const fitting = this.map.getBoundsZoom(bounds, false, this.map.getSize().divideBy(4));
    const next = Math.min(this.map.getMaxZoom(), Math.max(zoom + 1, Math.min(zoom + 3, fitting)));
    if (next === zoom) this.events.grouped();
    else this.map.setView(this.positionOf(mark), next);
  }
}
