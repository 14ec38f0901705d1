import {
  type GeoJSONSource,
  LngLat,
  LngLatBounds,
  type Map as MapLibre,
  Marker,
  MercatorCoordinate,
  Point as Pixels,
  Popup,
} from 'maplibre-gl';
import { nameIn } from '../search/lines.js';
import { nearTo } from '../view/rectangle.js';
import { type Point } from '../view/view.js';
import { arrangePins, type Circle, headOf, movedAside, type Obstacle, type PinPlace, type Spot } from './arrange.js';
import { freeHeight, sizeOf } from './free-part.js';
import { sources } from './map-style.js';
import {
  clusterElement,
  clusterSize,
  DOT,
  dotElement,
  type MarkTexts,
  NUMBERED,
  numberedElement,
  PIN,
  PIN_POINT,
  pinElement,
  placeList,
  placeTip,
} from './mark-icons.js';
import { leadToMarks, type MarkFocus } from './mark-keys.js';
import { type Found, type Mark, marksOf, type Position, type TilePlace, withoutListed } from './marks.js';
import { type Cell } from './result-tiles.js';

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
  /** Room that labels keep clear, in pixels. */
  readonly size: number;
  /** Whether its point is at the place, not its middle. */
  readonly isPin?: boolean;
  readonly place?: TilePlace & { readonly number?: number };
}

/** A marker that is wanted, and where. */
interface Wanted {
  readonly at: LngLat;
  /** Makes the marker, still without a position. */
  readonly make: () => Drawn;
}

/** A place of the list on the map. */
interface Placed extends PinPlace {
  readonly pin: Pin;
  /** Other places at its position. */
  readonly mates: TilePlace[];
  /** Whether it has no room, and is drawn because it is pointed at or open. The others are counted as if it was not there. */
  readonly isExtra?: boolean;
}

/** Pixels of the halo of a circle. */
const HALO = 4;

const CONTROLS = '.maplibregl-ctrl-group, .maplibregl-ctrl-scale, .map-note, .attribution > *, .map-tools';

/** The places that have marks of their own, and are not counted with others. */
function idsOf(placed: readonly Placed[]): Set<string> {
  return new Set(placed.flatMap(({ pin, isExtra, mates }) => (isExtra ? [] : [pin, ...mates].map(({ id }) => id))));
}

/** More do not fit into a list on the map. */
const MAX_LISTED = 50;

/** MapLibre's zoom level of a map whose tiles have 512 pixels is one less than that of the page. */
export const pixelsAt = (zoom: number): number => 512 * 2 ** zoom;

/** Whether no zoom level shows two positions apart. @param extent as a fraction of the map */
function isOnePosition(extent: number, map: MapLibre): boolean {
  return extent * pixelsAt(map.getMaxZoom()) < DOT / 2;
}

/** The results on the map: numbered pins for those of the list, dots for others, circles for groups. */
export class MarkLayer {
  private readonly focus: MarkFocus;
  private readonly tip = new Popup({
    ...{ closeButton: false, closeOnClick: false, closeOnMove: true, focusAfterOpen: false },
    ...{ className: 'map-tip', maxWidth: '18rem' },
  });
  private readonly list = new Popup({ closeButton: false, className: 'map-list', maxWidth: '18rem' });
  private drawn = new Map<string, Drawn>();
  private pins: readonly Pin[] = [];
  private results: readonly Found[] = [];
  private opened: Pin | undefined;
  private pointed: string | undefined;
  /** The place that the tip describes. */
  private tipped: string | undefined;
  private hasExtra = false;
  private texts: MarkTexts | undefined;

  /** @param placesOf loads the places of a count */
  constructor(
    private readonly map: MapLibre,
    private readonly events: MarkEvents,
    private readonly placesOf: (cell: Cell) => Promise<readonly Found[]>,
  ) {
    this.focus = leadToMarks(map);
    // A move closes the tip, but the pointer may enter a mark again before the drag ends.
    map.on('dragend', () => this.tip.remove());
  }

  speak(texts: MarkTexts): void {
    this.texts = texts;
    for (const { marker } of this.drawn.values()) marker.remove();
    this.drawn.clear();
    this.draw();
  }

  /** Forgets the results of a search, and closes the list of some of them. */
  clear(): void {
    this.list.remove();
    this.found([]);
  }

  found(results: readonly Found[]): void {
    this.results = results;
    this.draw();
  }

  show(pins: readonly Pin[]): void {
    this.pins = pins;
    this.draw();
  }

  open(place: Pin | undefined): void {
    this.opened = place;
    // The panel says more, and the pointer may not leave a mark that is drawn again.
    this.tip.remove();
    this.draw();
  }

  isListed(id: string): boolean {
    return this.pins.some((pin) => pin.id === id);
  }

  /** Highlights a place. */
  point(id: string | undefined): void {
    this.pointed = id;
    const isDrawn = [...this.drawn.values()].some(({ place }) => place?.id === id);
    // The pin of the one before may have no room.
    if (this.hasExtra || (id !== undefined && !isDrawn)) this.draw();
    else this.highlight();
  }

  /** Draws the marks of the part that the map shows. */
  draw(): void {
    const { texts } = this;
    if (!texts) return;
    const wanted = this.markers(texts);
    const before = this.drawn;
    this.drawn = new Map();
    const hadFocus = this.focus.isInside();
    const added: Marker[] = [];
    for (const [key, { at, make }] of wanted) {
      const drawn = before.get(key) ?? make();
      drawn.marker.setLngLat(at);
      if (!before.delete(key)) added.push(drawn.marker);
      this.drawn.set(key, drawn);
    }
    for (const { marker } of before.values()) marker.remove();
    for (const marker of added) marker.addTo(this.map);
    this.highlight();
    this.renewTip(texts);
    this.keepRoom();
    this.focus.renew(hadFocus);
  }

  /** Keeps the tip of a place that still has a mark: a resting pointer does not enter the new mark. */
  private renewTip(texts: MarkTexts): void {
    if (!this.tip.isOpen()) return;
    const drawn = [...this.drawn.values()].find(({ place }) => place?.id === this.tipped);
    if (drawn?.place) this.showTip(drawn.place, drawn.marker.getLngLat(), texts, drawn.isPin === true);
    else this.tip.remove();
  }

  private highlight(): void {
    for (const { marker, isPin, place } of this.drawn.values()) {
      const isPointed = place !== undefined && (place.id === this.pointed || place.id === this.opened?.id);
      const element = marker.getElement();
      element.classList.toggle('pointed', isPointed);
      element.style.zIndex = isPointed ? '4' : isPin ? '3' : place?.number === undefined ? '1' : '2';
    }
  }

  /** Tells the map where the marks are, so that its labels keep clear of them, and what to write beside them. */
  private keepRoom(): void {
    const features = [...this.drawn.values()].map(({ marker, size, isPin, place }) => ({
      type: 'Feature' as const,
      geometry: { type: 'Point' as const, coordinates: marker.getLngLat().toArray() },
      properties: {
        size,
        anchor: isPin ? 'bottom' : 'center',
        order: place?.number ?? 1000,
        ...(place && { name: place.name }),
      },
    }));
    this.map.getSource<GeoJSONSource>(sources.marks)?.setData({ type: 'FeatureCollection', features });
  }

  /** What is to be drawn, by keys that stay while it looks the same. */
  private markers(texts: MarkTexts): Map<string, Wanted> {
    const placed = this.placedPins();
    this.hasExtra = placed.some(({ isExtra }) => isExtra);
    const shown = idsOf(placed);
    const visible = this.surroundings();
    const marks = marksOf(this.others(shown), pixelsAt(this.map.getZoom())).filter((mark) =>
      visible.contains(this.positionOf(mark)),
    );
    const wanted = new Map<string, Wanted>();
    const heads = placed.map(({ size, at }) => (size === 'pin' ? headOf(at) : { ...at, radius: NUMBERED / 2 }));
    for (const mark of marks) {
      const { place, count } = mark;
      if (count > 1 || placed.some(({ pin }) => pin.id === place?.id)) continue;
      const at = this.positionOf(mark);
      const middle = this.map.project(at);
      // It shows once the map is closer.
      if (heads.some(({ x, y, radius }) => middle.dist(new Pixels(x, y)) < radius + DOT / 2)) continue;
      if (place) wanted.set(`dot ${place.id}`, { at, make: () => this.placeMarker(place, texts) });
      else wanted.set(`one at ${mark.x},${mark.y}`, { at, make: () => this.groupMarker(mark, texts) });
    }
    for (const { group, at } of this.placedGroups(marks, heads)) {
      const key = `${group.count} at ${group.x},${group.y}`;
      wanted.set(key, { at, make: () => this.groupMarker(group, texts) });
    }
    for (const { pin, size, at: spot, mates } of placed) {
      const at = size === 'pin' ? this.positionOf(pin) : this.map.unproject([spot.x, spot.y]);
      const key = `${size} ${pin.number ?? ''} ${pin.id} ${pin.name} ${mates.map(({ id }) => id).join(' ')}`;
      wanted.set(key, { at, make: () => this.placeMarker(pin, texts, size, mates) });
    }
    return wanted;
  }

  /** The groups, where they cover neither marks nor buttons, nor slip below the sheet of a phone. */
  private placedGroups(marks: readonly Mark[], heads: readonly Circle[]): { group: Mark; at: LngLat }[] {
    const bottom = freeHeight(this.map);
    const { height, width } = sizeOf(this.map);
    const sheet = bottom < height ? [{ left: 0, right: width, top: bottom, bottom: height }] : [];
    const groups = marks
      .filter(({ count }) => count > 1)
      .map((group) => {
        const { x, y } = this.map.project(this.positionOf(group));
        return { group, circle: { x, y, radius: clusterSize(group.count) / 2 + HALO } };
      });
    const visible = groups.filter(({ circle }) => circle.y < bottom);
    const moved = movedAside(
      visible.map(({ circle }) => circle),
      [...heads, ...this.controls(), ...sheet],
    );
    const spots = new Map(visible.map(({ group }, at) => [group, moved[at]]));
    return groups.map(({ group, circle }) => {
      const { x, y } = spots.get(group) ?? circle;
      return { group, at: this.map.unproject([x, y]) };
    });
  }

  /** What is found beside the places that have marks of their own. */
  private others(shown: ReadonlySet<string>): Found[] {
    const listed = this.pins.filter(({ id }) => shown.has(id)).map((pin) => MercatorCoordinate.fromLngLat(pin));
    return this.results.flatMap((found) => {
      if (found.place) return shown.has(found.place.id) ? [] : [found];
      return withoutListed(found, listed) ?? [];
    });
  }

  /** The places of the list, each with the places at its position that have no mark of their own. */
  private placedPins(): Placed[] {
    const { opened } = this;
    const pins = opened && !this.isListed(opened.id) ? [opened, ...this.pins] : this.pins;
    const placed: Placed[] = [];
    const leaders = pins.filter((pin) => {
      const mate = placed.find((other) => isOnePosition(this.extentOf(pin, other.pin), this.map));
      if (mate) mate.mates.push(pin);
      else placed.push({ pin, size: 'pin', at: this.spotOf(pin), mates: [] });
      return !mate;
    });
    const places = arrangePins(leaders.map((pin) => this.spotOf(pin)));
    const shown = placed.flatMap((each, index): Placed[] => {
      const place = places[index];
      // One that is pointed at keeps its size: else it would move away from the pointer.
      if (place && each.pin.id !== opened?.id) return [{ ...each, ...place }];
      return this.isNeeded(each.pin) ? [{ ...each, isExtra: place === undefined }] : [];
    });
    const hidden = pins.find((pin) => this.isNeeded(pin) && !shown.some((each) => each.pin === pin));
    if (hidden) shown.push({ pin: hidden, size: 'pin', at: this.spotOf(hidden), mates: [], isExtra: true });
    for (const { place, ...found } of this.results) {
      if (!place || pins.some(({ id }) => id === place.id)) continue;
      const mate = shown.find(({ pin }) => isOnePosition(this.extentOf(found, pin), this.map));
      mate?.mates.push(place);
    }
    return shown;
  }

  private isNeeded({ id }: Pin): boolean {
    return id === this.pointed || id === this.opened?.id;
  }

  /** How far two positions are apart, as a fraction of the map. */
  private extentOf(...positions: readonly (Point | Position)[]): number {
    const [a, b] = positions.map((position) =>
      'lat' in position ? MercatorCoordinate.fromLngLat(position) : new MercatorCoordinate(position.x, position.y),
    );
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : Infinity;
  }

  /** As far as a hand moves the map at once. */
  private surroundings(): LngLatBounds {
    const bounds = this.map.getBounds();
    const [south, north] = [bounds.getSouth(), bounds.getNorth()];
    const [west, east] = [bounds.getWest(), bounds.getEast()];
    const [higher, wider] = [0.3 * (north - south), 0.3 * (east - west)];
    return new LngLatBounds(
      [west - wider, Math.max(-90, south - higher)],
      [east + wider, Math.min(90, north + higher)],
    );
  }

  private spotOf(pin: Pin): Spot {
    const { x, y } = this.map.project(this.positionOf(pin));
    return { x, y };
  }

  /** The buttons and texts over the map, in pixels. */
  private controls(): Obstacle[] {
    const map = this.map.getContainer();
    const { left, top } = map.getBoundingClientRect();
    return [...(map.parentElement ?? map).querySelectorAll(CONTROLS)].flatMap((control) => {
      const box = control.getBoundingClientRect();
      if (box.width === 0) return [];
      return { left: box.left - left, right: box.right - left, top: box.top - top, bottom: box.bottom - top };
    });
  }

  /** On the copy of the world that is shown. */
  private positionOf(place: Point | Mark): LngLat {
    const { lng, lat } = 'lat' in place ? place : new MercatorCoordinate(place.x, place.y).toLngLat();
    return new LngLat(nearTo(this.map.getCenter().lng, lng), lat);
  }

  private groupMarker(mark: Mark, { texts }: MarkTexts): Drawn {
    const isOne = mark.count === 1;
    const element = isOne ? dotElement(texts.onePlace) : clusterElement(mark.count, texts);
    const marker = new Marker({ element });
    element.addEventListener('click', (event) => {
      event.stopPropagation();
      if (isOne) void this.openPlaces(mark, marker.getLngLat(), event);
      else this.takeApart(mark, marker.getLngLat(), event);
    });
    return { marker, size: isOne ? DOT : clusterSize(mark.count) + 2 * HALO };
  }

  /** @param mates places at the same position */
  private placeMarker(
    place: TilePlace & { number?: number },
    texts: MarkTexts,
    size: 'pin' | 'small' | 'dot' = 'dot',
    mates: readonly TilePlace[] = [],
  ): Drawn {
    const { id, number } = place;
    const name = nameIn(place, texts.texts.lang);
    const label = number === undefined ? name : `${number}. ${name}`;
    const isPin = size === 'pin';
    const isNumbered = size === 'small' && number !== undefined;
    const element = isPin ? pinElement(label, number) : isNumbered ? numberedElement(label, number) : dotElement(label);
    const marker = new Marker({ element, ...(isPin && { anchor: 'bottom', offset: [0, -PIN_POINT] }) });
    const point = (isPointed: boolean): void => {
      if (isPointed) this.showTip(place, marker.getLngLat(), texts, isPin);
      else this.tip.remove();
      this.events.pointed(isPointed ? id : undefined);
    };
    element.addEventListener('click', (event) => {
      // The map would close the list that it opens.
      event.stopPropagation();
      if (mates.length === 0) this.events.chosen(id);
      else this.showList([place, ...mates], marker.getLngLat(), texts);
    });
    element.addEventListener('mouseenter', () => {
      point(true);
    });
    element.addEventListener('mouseleave', () => {
      point(false);
    });
    const room = isPin ? PIN + PIN_POINT : isNumbered ? NUMBERED : DOT;
    return { marker, size: room, isPin, place: { ...place, name } };
  }

  private showTip(place: TilePlace, at: LngLat, texts: MarkTexts, isPin: boolean): void {
    this.tipped = place.id;
    const above = isPin ? PIN + PIN_POINT + 2 : NUMBERED / 2 + 2;
    this.tip.setOffset({ bottom: [0, -above], top: [0, 10], left: [12, 0], right: [-12, 0], center: [0, 0] } as never);
    this.tip.setLngLat(at).setDOMContent(placeTip(place, texts)).addTo(this.map);
  }

  /** Zooms to the parts of a group, or lists them if they are at one position. @param at where the map shows the group */
  private takeApart(mark: Mark, at: LngLat, event: Event): void {
    const { west, north, east, south } = mark;
    const zoom = this.map.getZoom();
    const bounds = new LngLatBounds(
      new MercatorCoordinate(west, south).toLngLat(),
      new MercatorCoordinate(east, north).toLngLat(),
    );
    const isLast = zoom >= this.map.getMaxZoom() - 0.01;
    const isKnown = mark.cells === undefined || mark.cells.length === 0;
    if (isLast || (isKnown && isOnePosition(Math.max(east - west, south - north), this.map))) {
      void this.openPlaces(mark, at, event);
      return;
    }
    const { width, height } = this.map.getCanvas().getBoundingClientRect();
    const padding = { top: height / 4, bottom: height / 4, left: width / 4, right: width / 4 };
    const fitting = this.map.cameraForBounds(bounds, { padding })?.zoom ?? zoom + 1;
    const next = Math.min(this.map.getMaxZoom(), Math.max(zoom + 1, Math.min(zoom + 3, fitting)));
    // An event of the user makes it a move of the user.
    this.map.easeTo({ center: this.positionOf(mark), zoom: next }, { originalEvent: event });
  }

  /** Opens the only place of a mark, or lists its places. @param at where the map shows the mark */
  private async openPlaces(mark: Mark, at: LngLat, event: Event): Promise<void> {
    const { texts } = this;
    const loaded = await Promise.all((mark.cells ?? []).map((cell) => this.placesOf(cell))).catch(() => []);
    const shown = idsOf(this.placedPins());
    const others = loaded.flat().flatMap(({ place }) => (place && !shown.has(place.id) ? [place] : []));
    const places = [...mark.places, ...others];
    const [only] = places;
    if (!texts) return;
    if (only && places.length === 1) this.events.chosen(only.id);
    else if (only && places.length <= MAX_LISTED) this.showList(places, at, texts);
    else if (mark.count > 1) this.events.grouped();
    // Its tile is not available.
    else this.map.easeTo({ center: this.positionOf(mark), zoom: this.map.getZoom() + 2 }, { originalEvent: event });
  }

  private showList(places: readonly TilePlace[], at: LngLat, texts: MarkTexts): void {
    const element = placeList(places, texts, (id) => {
      this.list.remove();
      this.events.chosen(id);
    });
    element.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      this.list.remove();
      this.map.getCanvas().focus({ preventScroll: true });
    });
    this.tip.remove();
    this.list.setLngLat(at).setDOMContent(element).addTo(this.map);
  }
}
