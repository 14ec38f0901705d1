import {
  type GeoJSONSource,
  type Map as MapLibre,
  type MapGeoJSONFeature,
  type MapMouseEvent,
  type Point as Pixel,
} from 'maplibre-gl';
import { nearTo } from '../view/rectangle.js';
import { type Point } from '../view/view.js';
import { controlsOver, edgesOf, freeWidth, squaresOver } from './free-part.js';
import { IMAGE_RATIO, imageOf } from './mark-images.js';
import { type MapPlace, MarkPopups, type MarkTexts } from './mark-popups.js';
import { countLayers, imageId, layers, markFilters, type MarkedPlaces, sources } from './mark-style.js';
import { themeNow } from './theme.js';

/** A place of the list, or the open one. */
export interface MapPin extends MapPlace, Point {
  /** The name of the icon of its kind. */
  readonly icon: string;
  /** That of the list, if it has numbers. */
  readonly number?: number;
}

export interface MarkEvents {
  chosen(id: string): void;
  /** The user hovers a place, or none. */
  pointed(id: string | undefined): void;
  /** The user opens a count that no zoom level takes apart. */
  grouped(): void;
}

/** Those that a pointer finds, from above. */
const found = [
  ...[layers.focus, layers.pins, layers.numbers, ...countLayers, layers.singles],
  ...[layers.listedDots, layers.listedIcons, layers.kinds, layers.dots],
];

/** Pixels around a pointer, and around a finger. */
const EXACT = 2;
const NEAR = 9;

/** Those of the list whose places may have names. */
const marksOfList = [layers.pins, layers.numbers, layers.listedIcons, layers.focus];

/** Zoom levels of a click on a count. */
const CLOSER = 2;

/** Pixels of the closest map. Places that are nearer to each other are at one position. */
const ONE_POSITION = 6;

/** Pixels. Positions of tiles are rounded. */
const ROUNDED = 0.25;

/** The results on the map: numbered pins for those of the list, dots and counts for others. The list is the way to them by keyboard. */
export class MarkLayer {
  private readonly popups: MarkPopups;
  private pins: readonly MapPin[] = [];
  /** The ids of those for whose mark the map has found room. */
  private marked: readonly string[] = [];
  private opened: MapPin | undefined;
  private pointed: string | undefined;
  /** The place below the pointer. */
  private hovered: (MapPlace & Point) | undefined;
  private texts: MarkTexts | undefined;

  constructor(
    private readonly map: MapLibre,
    private readonly events: MarkEvents,
  ) {
    this.popups = new MarkPopups(map);
    map.on('styleimagemissing', ({ id }) => {
      const image = map.hasImage(id) ? undefined : imageOf(id);
      if (image) map.addImage(id, image, { pixelRatio: IMAGE_RATIO });
    });
    map.on('style.load', () => {
      this.draw();
    });
    map.on('idle', () => {
      this.findMarked();
    });
    map.on('click', (event) => {
      this.press(event);
    });
    map.on('mousemove', ({ point }) => {
      // A finger does not leave a mark, which would stay highlighted.
      if (matchMedia('(hover: hover)').matches && !map.isMoving()) this.hover(point);
    });
    map.on('mouseout', () => {
      this.leave();
    });
  }

  get listed(): readonly string[] {
    return this.pins.map(({ id }) => id);
  }

  /** What the style of the map has to know. */
  get style(): MarkedPlaces {
    return { listed: this.listed, marked: this.marked };
  }

  speak(texts: MarkTexts): void {
    this.texts = texts;
  }

  /** Closes what is open of a search. */
  close(): void {
    this.popups.close();
  }

  show(pins: readonly MapPin[]): void {
    this.pins = pins;
    this.draw();
  }

  open(place: MapPin | undefined): void {
    this.opened = place;
    // The panel says more.
    this.popups.removeTip();
    this.draw();
  }

  /** Highlights a place. */
  point(id: string | undefined): void {
    this.pointed = id;
    this.drawFocus();
  }

  /** Shows that the pins are those of the search before. */
  fade(isEarlier: boolean): void {
    for (const layer of [layers.pins, layers.numbers])
      for (const part of ['icon-opacity', 'text-opacity'] as const)
        if (this.map.getLayer(layer)) this.map.setPaintProperty(layer, part, isEarlier ? 0.5 : 1);
  }

  /** Keeps labels clear of what covers the map now, and of its edges, which would cut them. */
  drawFrame(): void {
    const covered = squaresOver(this.map, [...controlsOver(this.map), ...edgesOf(this.map)]);
    this.set(
      sources.frame,
      covered.map(({ at: { lat, lng }, size }) => featureAt({ lat, lng }, { size })),
    );
    this.drawFocus();
  }

  /** Draws all but the tiles. */
  draw(): void {
    const theme = themeNow();
    this.set(
      sources.list,
      this.pins.map((pin, index) =>
        featureAt(pin, {
          ...{ id: pin.id, name: pin.name, order: index + 1, image: imageId('icon', theme, pin.icon) },
          isOpened: pin.id === this.opened?.id,
          ...(pin.number !== undefined && { number: pin.number }),
        }),
      ),
    );
    this.filter();
    this.drawFrame();
  }

  private filter(): void {
    for (const [layer, filter] of Object.entries(markFilters(this.style)))
      if (this.map.getLayer(layer)) this.map.setFilter(layer, filter);
  }

  /** Only the map knows for which marks there is room, once it has placed them. */
  private findMarked(): void {
    const drawn = this.map.queryRenderedFeatures({ layers: marksOfList.filter((layer) => this.map.getLayer(layer)) });
    const ids = new Set(drawn.map(({ properties }) => properties.id as string));
    const marked = this.listed.filter((id) => ids.has(id));
    if (marked.join() === this.marked.join()) return;
    this.marked = marked;
    this.filter();
  }

  private drawFocus(): void {
    const { opened, pointed } = this;
    const theme = themeNow();
    const place = this.placeOf(pointed);
    const atPin = (pin: MapPin) => ({ anchor: 'bottom', ...(pin.number !== undefined && { number: pin.number }) });
    const hasPin = place && 'number' in place;
    const image = imageId(hasPin ? 'pointed' : 'ring', theme);
    const ofOpened = opened && (this.pins.find(({ id }) => id === opened.id) ?? opened);
    const openedImage = imageId(ofOpened?.number === undefined ? 'opened' : 'pointed', theme);
    this.set(sources.focus, [
      ...(ofOpened
        ? [
            featureAt(ofOpened, {
              ...{ ...atPin(ofOpened), id: ofOpened.id, image: openedImage, name: opened.name },
              isEast: this.map.project(ofOpened).x > freeWidth(this.map) / 2,
            }),
          ]
        : []),
      ...(place && place.id !== opened?.id
        ? [featureAt(place, { id: place.id, image, ...(hasPin ? atPin(place as MapPin) : { anchor: 'center' }) })]
        : []),
    ]);
  }

  private set(source: string, features: ReturnType<typeof featureAt>[]): void {
    this.map.getSource<GeoJSONSource>(source)?.setData({ type: 'FeatureCollection', features });
  }

  private placeOf(id: string | undefined): (MapPlace & Point) | undefined {
    if (id === undefined) return undefined;
    return this.pins.find((pin) => pin.id === id) ?? (this.hovered?.id === id ? this.hovered : undefined);
  }

  /** The uppermost mark at a point of the map, else one beside it. */
  private markAt({ x, y }: Pixel, reaches: readonly number[]): MapGeoJSONFeature | undefined {
    const there = found.filter((layer) => this.map.getLayer(layer));
    for (const reach of reaches) {
      const [first] = this.map.queryRenderedFeatures(
        [
          [x - reach, y - reach],
          [x + reach, y + reach],
        ],
        { layers: there },
      );
      if (first) return first;
    }
    return undefined;
  }

  private hover(point: Pixel): void {
    const mark = this.markAt(point, [EXACT]);
    this.map.getCanvas().style.cursor = mark ? 'pointer' : '';
    const place = mark && !isCount(mark) ? this.placeIn(mark) : undefined;
    if (place?.id === this.hovered?.id) return;
    this.leave();
    if (!place || !this.texts) return;
    this.hovered = place;
    // The open one has its name on the map.
    if (place.id !== this.opened?.id) this.popups.showTip(place, place, this.texts, 'number' in place);
    this.events.pointed(place.id);
  }

  private leave(): void {
    if (!this.hovered) return;
    this.hovered = undefined;
    this.popups.removeTip();
    this.events.pointed(undefined);
  }

  private press(event: MapMouseEvent): void {
    const mark = this.markAt(event.point, [EXACT, NEAR]);
    if (!mark) return;
    if (isCount(mark)) {
      this.takeApart(mark, event.originalEvent);
      return;
    }
    const place = this.placeIn(mark);
    const mates = this.matesOf(place);
    const choose = (id: string): void => {
      this.events.chosen(id);
    };
    if (mates.length > 1 && this.texts) this.popups.showList(mates, place, this.texts, choose);
    else choose(place.id);
  }

  /** Zooms to the places of a count. */
  private takeApart(mark: MapGeoJSONFeature, originalEvent: Event): void {
    const [zoom, most] = [this.map.getZoom(), this.map.getMaxZoom()];
    if (zoom >= most - 0.01) this.events.grouped();
    // An event of the user makes it a move of the user.
    else this.map.easeTo({ center: pointIn(mark), zoom: Math.min(most, zoom + CLOSER) }, { originalEvent });
  }

  private placeIn(mark: MapGeoJSONFeature): MapPlace & Point {
    const { id, name, kind, rating } = mark.properties as Record<string, string> & { rating?: number };
    const pin = [...this.pins, ...(this.opened ? [this.opened] : [])].find((one) => one.id === id);
    return pin ?? { id: String(id), name: String(name), kind, rating, ...pointIn(mark) };
  }

  /** A place, and others at its position. */
  private matesOf(place: MapPlace & Point): (MapPlace & Point)[] {
    const reach = Math.max(ROUNDED, ONE_POSITION * 2 ** (this.map.getZoom() - this.map.getMaxZoom()));
    const { lng } = this.map.getCenter();
    const pixelOf = (point: Point): Pixel => this.map.project([nearTo(lng, point.lng), point.lat]);
    const at = pixelOf(place);
    const others = this.map
      .querySourceFeatures(sources.results, { sourceLayer: 'places' })
      .map((feature) => this.placeIn(feature as MapGeoJSONFeature));
    const near = [place, ...this.pins, ...others].filter((one) => pixelOf(one).dist(at) < reach);
    return [...new Map(near.map((one) => [one.id, one])).values()];
  }
}

function featureAt({ lat, lng }: Point, properties: Record<string, unknown>) {
  return { type: 'Feature' as const, geometry: { type: 'Point' as const, coordinates: [lng, lat] }, properties };
}

function isCount({ properties }: MapGeoJSONFeature): boolean {
  return 'count' in properties;
}

function pointIn({ geometry }: MapGeoJSONFeature): Point {
  const [lng = 0, lat = 0] = geometry.type === 'Point' ? geometry.coordinates : [];
  return { lat, lng };
}
