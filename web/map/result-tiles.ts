import { VectorTile } from '@mapbox/vector-tile';
import { type LngLatBounds, MercatorCoordinate } from 'maplibre-gl';
import { PbfReader } from 'pbf';
import { iconNameOf } from '../parts/kind-icon.js';
import { onEarth, printRectangle, type Rectangle } from '../view/rectangle.js';
import { type Point } from '../view/view.js';
import { CELL_LEVELS, type Found, type TilePlace } from './marks.js';

/** The address of a tile of 512 pixels. */
export interface TileAddress {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

/** A count of a tile: where its places are, and the zoom level of the tile. */
export type Cell = Pick<Found, 'x' | 'y'> & { readonly zoom: number };

const LAST_ZOOM = 22;

/** Loads the body of a tile; undefined if it has no places. */
export type LoadTile = (address: TileAddress, signal: AbortSignal) => Promise<ArrayBuffer | undefined>;

/** The best places of an area, the best first, and whether there are no others. */
interface Best<T> {
  readonly places: readonly T[];
  readonly isAll: boolean;
}

export type LoadBest = (area: Rectangle, signal: AbortSignal) => Promise<Best<TilePlace & Point>>;

/** The request for the best places of an area. It ends when another area is asked for. */
interface BestRequest {
  readonly key: string;
  readonly places: Promise<Best<Found>>;
  readonly ending: AbortController;
}

/** Tiles of one search that are kept: more than the largest window shows, also in quarters. Else each look would load them again. */
const KEPT = 1000;

/** The tiles of one search. */
export class ResultTiles {
  private readonly controller = new AbortController();
  private readonly tiles = new Map<string, Promise<Found[]>>();
  private best: BestRequest | undefined;

  /** @param loadBest if not all results are to be shown */
  constructor(
    private readonly load: LoadTile,
    private readonly loadBest?: LoadBest,
  ) {}

  /** The best places of an area. Undefined if all are to be shown. */
  bestOf(area: Rectangle): Promise<Best<Found>> | undefined {
    if (!this.loadBest) return undefined;
    const key = printRectangle(area);
    if (this.best?.key === key) return this.best.places;
    this.best?.ending.abort();
    const ending = new AbortController();
    const places = this.loadBest(area, ending.signal).then(({ places, isAll }) => ({
      isAll,
      places: places.map(({ lat, lng, ...place }) => {
        const { x, y } = MercatorCoordinate.fromLngLat([lng, lat]);
        return { x, y, count: 1, place };
      }),
    }));
    const best = { key, places, ending };
    this.best = best;
    // The next move loads them once more.
    places.catch(() => {
      if (this.best === best) this.best = undefined;
    });
    return places;
  }

  /**
   * What each of the tiles has. A full tile has counts of cells that are wider than a dot. Drawn as dots, they look emptier than single
   * places beside them, so its quarters are read instead. Rejects if one of the tiles cannot be loaded.
   *
   * @param shownAt the tiles of a zoom level that are to be seen, of which quarters are read. Absent if counts are no dots
   */
  async read(
    addresses: readonly TileAddress[],
    shownAt?: (zoom: number) => readonly TileAddress[],
  ): Promise<Found[][]> {
    const tiles = addresses.map(async (address) => {
      const found = await this.tile(address);
      const isFull = found.some(({ cells }) => cells !== undefined);
      if (!shownAt || !isFull || address.z === LAST_ZOOM) return [found];
      return this.read(shownAt(address.z + 1).filter((quarter) => isPartOf(address, quarter)));
    });
    return (await Promise.all(tiles)).flat();
  }

  /** The places of the cell of a count, which is a tile four zoom levels closer. */
  async placesOf({ x, y, zoom }: Cell): Promise<Found[]> {
    const z = Math.min(LAST_ZOOM, zoom + CELL_LEVELS);
    const at = (fraction: number): number => Math.floor(fraction * 2 ** z);
    return this.tile({ z, x: at(x), y: at(y) });
  }

  /** Ends the requests. */
  close(): void {
    this.controller.abort();
    this.best?.ending.abort();
  }

  private tile(address: TileAddress): Promise<Found[]> {
    const key = `${address.z}/${address.x}/${address.y}`;
    const known = this.tiles.get(key);
    if (known) return known;
    const [first] = this.tiles.keys();
    if (this.tiles.size >= KEPT && first !== undefined) this.tiles.delete(first);
    const tile = this.load(address, this.controller.signal).then((body) => (body ? decode(body, address) : []));
    this.tiles.set(key, tile);
    // The next move loads it once more.
    tile.catch(() => this.tiles.delete(key));
    return tile;
  }
}

function isPartOf(tile: TileAddress, quarter: TileAddress): boolean {
  return Math.floor(quarter.x / 2) === tile.x && Math.floor(quarter.y / 2) === tile.y;
}

function decode(body: ArrayBuffer, { z, x, y }: TileAddress): Found[] {
  const { layers } = new VectorTile(new PbfReader(new Uint8Array(body)));
  return Object.values(layers).flatMap((layer) =>
    Array.from({ length: layer.length }, (_, at): Found[] => {
      const feature = layer.feature(at);
      const [[point] = []] = feature.loadGeometry();
      if (!point) return [];
      const position = {
        x: (x + point.x / layer.extent) / 2 ** z,
        y: (y + point.y / layer.extent) / 2 ** z,
      };
      const { id, name, category, subcategory, kind, rating, count } = feature.properties;
      if (typeof count === 'number') return [{ ...position, count, cells: [{ ...position, zoom: z }] }];
      const place = { id: String(id), name: String(name) };
      return [
        {
          ...position,
          count: 1,
          place: {
            ...place,
            ...(typeof category === 'string' && { category: String(subcategory ?? category) }),
            icon: iconNameOf(typeof kind === 'string' ? [{ id: kind }] : []),
            ...(typeof rating === 'number' && { rating }),
          },
        },
      ];
    }).flat(),
  );
}

/** What a map shows, to the edges of small tiles: a map that has hardly moved shows the same. */
export function areaOf(bounds: LngLatBounds, zoom: number): Rectangle {
  const tiles = 2 ** Math.floor(zoom + 2);
  const northWest = MercatorCoordinate.fromLngLat(bounds.getNorthWest());
  const southEast = MercatorCoordinate.fromLngLat(bounds.getSouthEast());
  const corner = (x: number, y: number) => new MercatorCoordinate(x / tiles, y / tiles).toLngLat();
  const [first, last] = [
    corner(Math.floor(northWest.x * tiles), Math.floor(northWest.y * tiles)),
    corner(Math.ceil(southEast.x * tiles), Math.ceil(southEast.y * tiles)),
  ];
  return onEarth({ north: first.lat, west: first.lng, south: last.lat, east: last.lng });
}

/** The tiles of a zoom level that have a part of a rectangle. */
export function tilesIn(bounds: LngLatBounds, zoom: number): TileAddress[] {
  const z = Math.max(0, zoom);
  const tiles = 2 ** z;
  // The edge of the projection.
  const within = (lat: number): number => Math.max(-85.05, Math.min(85.05, lat));
  const row = (lat: number): number => MercatorCoordinate.fromLngLat([0, within(lat)]).y * tiles;
  const column = (lng: number): number => ((lng + 180) / 360) * tiles;
  const range = (from: number, to: number): number[] =>
    Array.from({ length: Math.floor(to) - Math.floor(from) + 1 }, (_, at) => Math.floor(from) + at);
  const rows = range(row(bounds.getNorth()), row(bounds.getSouth())).filter((y) => y >= 0 && y < tiles);
  const columns = range(column(bounds.getWest()), column(bounds.getEast()));
  const wrapped = new Set(columns.map((x) => ((x % tiles) + tiles) % tiles));
  return [...wrapped].flatMap((x) => rows.map((y) => ({ z, x, y })));
}
