import { type GeoJSONSource, LngLat, type Map as MapLibre, Marker, MercatorCoordinate, Popup } from 'maplibre-gl';
import { nearTo } from '../view/rectangle.js';
import { type Point } from '../view/view.js';
import {
  arrange,
  type Arrangement,
  type Contents,
  extraPin,
  markedIn,
  type Pin,
  type Selection,
  type Spot,
} from './arrange.js';
import { controlsOver, edgesOf, freeHeight, freeWidth, namesOver, squaresOver, surroundingsOf } from './free-part.js';
import {
  clusterElement,
  clusterSize,
  countLabel,
  countTip,
  DOT,
  dotElement,
  ICON_DOT,
  type MarkTexts,
  NUMBERED,
  numberedElement,
  PIN,
  PIN_POINT,
  pinElement,
  placeList,
  placeTip,
} from './mark-icons.js';
import { OpenedName } from './opened-name.js';
import { leadToMarks, type MarkFocus } from './mark-keys.js';
import { FIRST_ORDER, ICON_ZOOM, layers, ROOM, roomImage, sources } from './mark-style.js';
import { type Found, type Mark, type Position, type TilePlace } from './marks.js';
import { type Cell } from './result-tiles.js';
import { ICON_RATIO, iconId, iconImage, ICON_PREFIX, PLAIN } from './icon-image.js';
import { isDark } from './theme.js';

export interface MapPin extends Pin, Point {
  readonly street?: string;
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
  /** Whether the map draws it, below its labels. The marker is for the pointer and the keyboard. */
  readonly isDot?: boolean;
  readonly place?: TilePlace & { readonly number?: number };
}

/** A marker that is wanted, and where. */
interface Wanted {
  readonly at: LngLat;
  /** Makes the marker, still without a position. */
  readonly make: () => Drawn;
}

/** Pixels between the parts of a group after a click on it, and the zoom levels that one click may take. */
const SPREAD = 160;
const MOST_LEVELS = 2;

/** Zoom levels of MapLibre, one less than those of the page. A farther map shows countries. */
export const COUNTRIES_ZOOM = 7.5;

/** More do not fit into a list on the map. */
const MAX_LISTED = 50;

/** MapLibre's zoom level of a map whose tiles have 512 pixels is one less than that of the page. */
export const pixelsAt = (zoom: number): number => 512 * 2 ** zoom;

function placedOn(pin: MapPin): Pin & Position {
  const { x, y } = MercatorCoordinate.fromLngLat(pin);
  return { ...pin, x, y };
}

/** Whether no zoom level shows two positions apart. @param extent as a fraction of the map */
function isOnePosition(extent: number, map: MapLibre): boolean {
  return extent * pixelsAt(map.getMaxZoom()) < DOT / 2;
}

/** The results on the map: numbered pins for those of the list, dots for others. Far out, circles count them. */
export class MarkLayer {
  private readonly focus: MarkFocus;
  private readonly tip = new Popup({
    ...{ closeButton: false, closeOnClick: false, closeOnMove: true, focusAfterOpen: false },
    ...{ className: 'map-tip', maxWidth: '18rem' },
  });
  private readonly list = new Popup({ closeButton: false, className: 'map-list', maxWidth: '18rem' });
  private drawn = new Map<string, Drawn>();
  private pins: readonly (Pin & Position)[] = [];
  private areOfStreet = false;
  private results: Contents['results'] = [];
  private selection: Selection = 'all';
  /** The notable places that the map has room for. */
  private named: ReadonlySet<string> = new Set();
  private opened: (Pin & Position) | undefined;
  private readonly openedName = new OpenedName();
  private arrangement: Arrangement | undefined;
  private pointed: string | undefined;
  /** The place that the tip describes. */
  private tipped: string | undefined;
  /** Whether the place that is pointed at has a pin although it has no room. */
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
    map.on('idle', () => {
      this.markNamed();
    });
    map.on('styleimagemissing', ({ id }) => {
      if (map.hasImage(id)) return;
      if (id === roomImage) map.addImage(id, { width: ROOM, height: ROOM, data: new Uint8Array(4 * ROOM ** 2) });
      else if (id.startsWith(ICON_PREFIX)) map.addImage(id, iconImage(id), { pixelRatio: ICON_RATIO });
    });
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

  found(results: Contents['results'], selection: Selection = 'all'): void {
    // Most moves show the same tiles.
    if (results.length === this.results.length && results.every((tile, at) => tile === this.results[at])) return;
    this.results = results;
    this.selection = selection;
    this.draw();
  }

  show(pins: readonly MapPin[], areOfStreet: boolean): void {
    this.pins = pins.map(placedOn);
    this.areOfStreet = areOfStreet;
    this.draw();
  }

  open(place: MapPin | undefined): void {
    this.opened = place && placedOn(place);
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
    const arrangement = this.arranged();
    const wanted = this.markers(arrangement, texts);
    const before = this.drawn;
    this.drawn = new Map();
    const hadFocus = this.focus.isInside();
    const focused = [...before.values()].find(({ marker }) => marker.getElement() === document.activeElement)?.place;
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
    this.nameOpened();
    this.drawOnMap(arrangement);
    const successor = focused && [...this.drawn.values()].find(({ place }) => place?.id === focused.id);
    this.focus.renew(hadFocus, successor?.marker.getElement());
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
      element.classList.toggle('named', place !== undefined && place.id === this.opened?.id);
      element.style.zIndex = isPointed ? '4' : isPin ? '3' : place?.number === undefined ? '1' : '2';
    }
  }

  /** Names the open place beside its pin. */
  private nameOpened(): void {
    this.openedName.remove();
    const { id } = this.opened ?? {};
    const marks = [...this.drawn.values()];
    const named = marks.find(({ place }) => place !== undefined && place.id === id);
    if (!named?.place) return;
    const others = marks
      .filter((mark) => mark !== named)
      .map(({ marker, size, isPin }) => {
        const { x, y } = this.map.project(marker.getLngLat());
        return isPin ? { x, y: y - PIN_POINT - PIN / 2, radius: PIN / 2 } : { x, y, radius: size / 2 };
      });
    const point = this.map.project(named.marker.getLngLat());
    const free = { width: freeWidth(this.map), height: freeHeight(this.map) };
    this.openedName.show(named.marker.getElement(), named.place.name, point, others, free);
  }

  /** Draws the dots, tells the map where marks, controls and names are, so that its labels keep clear of them, and what to write beside them. */
  private drawOnMap({ dots, plane }: Arrangement): void {
    const feature = (at: LngLat, properties: Record<string, unknown>) => ({
      type: 'Feature' as const,
      geometry: { type: 'Point' as const, coordinates: at.toArray() },
      properties,
    });
    const visible = surroundingsOf(this.map);
    const isFaint = this.selection !== 'all' && this.opened !== undefined;
    const listed = new Set(this.pins.map(({ id }) => id));
    const drawn = dots.flatMap((mark, order) => {
      const at = this.positionOf(mark);
      if (!visible.contains(at)) return [];
      const { place } = mark;
      const named = place && { id: place.id, name: place.name, icon: iconId(place.icon, isDark()) };
      const role = this.selection === 'best' ? 'notable' : 'dot';
      const isFew = this.selection === 'few';
      return feature(at, {
        role,
        isFaint,
        isFew,
        isListed: mark.places.some(({ id }) => listed.has(id)),
        hasIcon: plane.dot === ICON_DOT,
        plain: iconId(PLAIN, isDark()),
        order: FIRST_ORDER + order,
        ...named,
      });
    });
    const marks = [...this.drawn.values()]
      .filter(({ isDot }) => isDot !== true)
      .map(({ marker, size, isPin, place }) =>
        feature(marker.getLngLat(), {
          ...{ role: 'mark', size, anchor: isPin ? 'bottom' : 'center', order: place?.number ?? FIRST_ORDER },
          ...(place && { name: place.name, isOpened: place.id === this.opened?.id }),
        }),
      );
    const covered = [...controlsOver(this.map), ...namesOver(this.map), ...edgesOf(this.map)];
    const controls = squaresOver(this.map, covered).map(({ at, size }) =>
      feature(at, { role: 'mark', size, anchor: 'center' }),
    );
    this.map
      .getSource<GeoJSONSource>(sources.marks)
      ?.setData({ type: 'FeatureCollection', features: [...drawn, ...marks, ...controls] });
  }

  /** Gives markers to the notable places that the map shows: its labels have left room for them. */
  private markNamed(): void {
    const shown =
      this.selection === 'best' ? this.map.queryRenderedFeatures({ layers: [layers.best, layers.notable] }) : [];
    const named = new Set(shown.map(({ properties }) => String(properties.id)));
    if (named.size === this.named.size && [...named].every((id) => this.named.has(id))) return;
    this.named = named;
    this.draw();
  }

  /** Whether the map shows the dot of a place: labels leave no room for some of the notable ones. */
  private hasDot(id: string): boolean {
    return this.selection !== 'best' || this.named.has(id);
  }

  /** What is to be drawn, by keys that stay while it looks the same. */
  private markers(arrangement: Arrangement, texts: MarkTexts): Map<string, Wanted> {
    const { plane, placed, dots, groups } = arrangement;
    const wanted = new Map<string, Wanted>();
    const visible = surroundingsOf(this.map);
    const hasNumbers = placed.some(({ pin }) => pin.number !== undefined);
    const numbers = new Map(this.pins.map(({ id, number }) => [id, number]));
    for (const mark of [...dots, ...groups]) {
      const { place, count } = mark;
      const at = this.positionOf(mark);
      if (!visible.contains(at) || (place && !this.hasDot(place.id))) continue;
      if (place)
        wanted.set(`dot ${numbers.get(place.id) ?? ''} ${place.id} ${place.name}`, {
          at,
          make: () => this.placeMarker(place, texts),
        });
      else {
        const isCounted = groups.includes(mark);
        const key = `${isCounted ? (hasNumbers ? 'circle of +' : 'circle of ') : 'dot of '}${count} at ${mark.x},${mark.y}`;
        wanted.set(key, { at, make: () => this.groupMarker(mark, isCounted, texts, hasNumbers) });
      }
    }
    const positionAt = ({ x, y }: Spot): LngLat => this.positionOf({ x: x / plane.size, y: y / plane.size });
    const extra = extraPin(arrangement, this.pointed, (id) => this.hasDot(id));
    this.hasExtra = extra !== undefined;
    for (const { pin, size, at, mates } of extra ? [...placed, extra] : placed) {
      const key = `${size} ${pin.number ?? ''} ${pin.id} ${pin.name} ${mates.map(({ id, name }) => `${id} ${name}`).join(' ')}`;
      wanted.set(key, { at: positionAt(at), make: () => this.placeMarker(pin, texts, size, mates) });
    }
    return wanted;
  }

  /** Where the marks are at this zoom level. It stays so until there are others. */
  private arranged(): Arrangement {
    const { pins, areOfStreet, opened, results, selection, arrangement: before } = this;
    const zoom = this.map.getZoom();
    const size = pixelsAt(zoom);
    const known = before?.contents;
    const isCurrent =
      before?.plane.size === size &&
      known?.pins === pins &&
      known.opened === opened &&
      known.results === results &&
      known.selection === selection;
    if (isCurrent) return before;
    const { x: middle } = MercatorCoordinate.fromLngLat(this.map.getCenter());
    const onePosition = DOT / 2 / pixelsAt(this.map.getMaxZoom());
    const dot = selection === 'few' || zoom >= ICON_ZOOM ? ICON_DOT : DOT;
    const plane = { size, middle, onePosition, isFar: zoom < COUNTRIES_ZOOM, dot };
    this.arrangement = arrange({ pins, areOfStreet, opened, results, selection }, plane);
    return this.arrangement;
  }

  /** On the copy of the world that is shown. */
  private positionOf(place: Point | Position): LngLat {
    const { lng, lat } = 'lat' in place ? place : new MercatorCoordinate(place.x, place.y).toLngLat();
    return new LngLat(nearTo(this.map.getCenter().lng, lng), lat);
  }

  /**
   * @param isCounted whether it says how many places it stands for
   * @param hasNumbers whether places of the list have numbers beside it
   */
  private groupMarker(mark: Mark, isCounted: boolean, { texts }: MarkTexts, hasNumbers: boolean): Drawn {
    const isOne = mark.count === 1;
    const element = isCounted
      ? clusterElement(mark.count, texts, hasNumbers)
      : dotElement(countLabel(mark.count, texts));
    const marker = new Marker({ element });
    element.dataset.count = String(mark.count);
    // Only a circle says its count.
    if (!isCounted) {
      element.addEventListener('mouseenter', () => {
        this.tipped = undefined;
        this.tipOver(marker.getLngLat(), countTip(mark.count, texts), false);
      });
      element.addEventListener('mouseleave', () => this.tip.remove());
    }
    element.addEventListener('click', (event) => {
      event.stopPropagation();
      if (isOne) void this.openPlaces(mark, marker.getLngLat(), event);
      else this.takeApart(mark, marker.getLngLat(), event);
    });
    return { marker, size: isCounted ? clusterSize(mark.count) : DOT, isDot: !isCounted };
  }

  /** @param mates places at the same position */
  private placeMarker(
    place: TilePlace & { number?: number },
    texts: MarkTexts,
    size: 'pin' | 'small' | 'dot' = 'dot',
    mates: readonly TilePlace[] = [],
  ): Drawn {
    const { id, name, number } = place;
    const label = number === undefined ? name : `${number}. ${name}`;
    const isPin = size === 'pin';
    const isNumbered = size === 'small' && number !== undefined;
    const element = isPin ? pinElement(label, number) : isNumbered ? numberedElement(label, number) : dotElement(label);
    const marker = new Marker({ element, ...(isPin && { anchor: 'bottom', offset: [0, -PIN_POINT] }) });
    const point = (isPointed: boolean): void => {
      // The open one has its name on the map.
      if (isPointed && id !== this.opened?.id) this.showTip(place, marker.getLngLat(), texts, isPin);
      else this.tip.remove();
      this.events.pointed(isPointed ? id : undefined);
    };
    element.addEventListener('click', (event) => {
      // The map would close the list that it opens.
      event.stopPropagation();
      if (mates.length === 0) this.events.chosen(id);
      else this.showList([place, ...mates], marker.getLngLat(), texts);
    });
    element.addEventListener('pointerenter', ({ pointerType }) => {
      // A finger does not leave a mark, which would stay highlighted.
      point(pointerType !== 'touch');
    });
    element.addEventListener('pointerleave', () => {
      point(false);
    });
    element.dataset.place = id;
    element.dataset.name = name;
    const room = isPin ? PIN + PIN_POINT : isNumbered ? NUMBERED : DOT;
    return { marker, size: room, isPin, isDot: !isPin && !isNumbered, place: { ...place, name } };
  }

  private showTip(place: TilePlace, at: LngLat, texts: MarkTexts, isPin: boolean): void {
    this.tipped = place.id;
    this.tipOver(at, placeTip(place, texts), isPin);
  }

  private tipOver(at: LngLat, content: HTMLElement, isPin: boolean): void {
    const above = isPin ? PIN + PIN_POINT + 2 : NUMBERED / 2 + 2;
    this.tip.setOffset({ bottom: [0, -above], top: [0, 10], left: [12, 0], right: [-12, 0], center: [0, 0] } as never);
    this.tip.setLngLat(at).setDOMContent(content).addTo(this.map);
  }

  /** Zooms to the parts of a group, or lists them if they are at one position. @param at where the map shows the group */
  private takeApart(mark: Mark, at: LngLat, event: Event): void {
    const { west, north, east, south } = mark;
    const zoom = this.map.getZoom();
    const extent = Math.max(east - west, south - north);
    const isLast = zoom >= this.map.getMaxZoom() - 0.01;
    const isKnown = mark.cells === undefined || mark.cells.length === 0;
    if (isLast || (isKnown && isOnePosition(extent, this.map))) {
      void this.openPlaces(mark, at, event);
      return;
    }
    const apart = Math.log2(SPREAD / pixelsAt(0) / extent);
    const next = Math.min(this.map.getMaxZoom(), Math.max(zoom + 1, Math.min(zoom + MOST_LEVELS, apart)));
    // An event of the user makes it a move of the user.
    this.map.easeTo({ center: this.positionOf(mark), zoom: next }, { originalEvent: event });
  }

  /** Opens the only place of a mark, or lists its places. @param at where the map shows the mark */
  private async openPlaces(mark: Mark, at: LngLat, event: Event): Promise<void> {
    const { texts } = this;
    const loaded = await Promise.all((mark.cells ?? []).map((cell) => this.placesOf(cell))).catch(() => []);
    const shown = markedIn(this.arranged());
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
