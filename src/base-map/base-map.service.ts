import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { clipPolyline } from 'lineclip';
import { FairReads } from '../database/fair-reads.js';
import { Areas } from '../places/areas/areas.js';
import { attributionHtml } from '../places/sources/source.js';
import { SourcesService } from '../places/sources/sources.service.js';
import { StreetRefresh } from '../places/streets/street-refresh.js';
import { type MapArea, StreetTable } from '../places/streets/street-table.js';
import { LAST_ZOOM, type StreetLine } from '../places/streets/street.js';
import { type Tile, EXTENT } from '../places/tiles/tile-grid.js';
import { type MapPoint, toMap } from '../places/streets/mercator.js';
import { simplify } from '../places/streets/smooth.js';
import { type Area } from '../places/query/where.js';

/** The zoom level of the last tiles, which map libraries enlarge. That of Protomaps. */
export const LAST_BASE_ZOOM = 15;

/** From here on, tiles have streets. */
const FIRST_STREET_ZOOM = 9;

const MAX_CACHED_BYTES = 64 * 2 ** 20;

/** What the cache itself takes for a tile. */
const ENTRY_BYTES = 500;

/** Anybody may ask for the attribution, and it counts all places. */
const ATTRIBUTION_AGE_MS = 10_000;

const EMPTY = Buffer.alloc(0);

/** What the data know of a map: streets and the names of cities and districts. */
@Injectable()
export class BaseMapService {
  private readonly tiles = new LRUCache<string, Buffer, Tile>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: (body) => body.length + ENTRY_BYTES,
    fetchMethod: (_key, _stale, { context }) => this.compute(context),
  });

  private readonly attributions = new LRUCache<'current', { readonly html: string | undefined }>({
    max: 1,
    ttl: ATTRIBUTION_AGE_MS,
    fetchMethod: async () => ({ html: attributionHtml(await this.sources.inUse()) }),
  });

  private names: { readonly version: number; readonly list: readonly MapName[] } = { version: 0, list: [] };

  constructor(
    private readonly areas: Areas,
    private readonly streets: StreetTable,
    private readonly reads: FairReads,
    private readonly refresh: StreetRefresh,
    private readonly sources: SourcesService,
  ) {}

  /** Whether the map of `/explore` is this one. */
  get isShown(): boolean {
    return this.refresh.isShown;
  }

  /** HTML: what the licences of the data ask for. Undefined if they ask for nothing, or while the search is not available. */
  async attribution(): Promise<string | undefined> {
    const current = await this.attributions.fetch('current').catch(() => undefined);
    return current?.html;
  }

  /** @returns a Mapbox Vector Tile; empty if there is nothing in it */
  async tile(tile: Tile): Promise<Buffer> {
    const { z, x, y } = tile;
    if (z > LAST_BASE_ZOOM) return EMPTY;
    const key = [this.areas.version, this.refresh.version, z, x, y].join('/');
    return (await this.tiles.fetch(key, { context: tile })) ?? EMPTY;
  }

  private async compute(tile: Tile): Promise<Buffer> {
    const { z } = tile;
    const zoom = Math.min(z, LAST_ZOOM);
    const streets = z < FIRST_STREET_ZOOM ? [] : await this.streetsIn(surroundingsOf(tile), zoom);
    return writeBaseTile(tile, { streets, names: this.currentNames() });
  }

  /** Browsers send no token with requests for tiles: all of them have one owner. */
  private streetsIn(area: MapArea, zoom: number): Promise<Omit<StreetLine, 'zoom'>[]> {
    return this.reads.run(() => this.streets.linesIn(area, zoom), { owner: ['', 'map'] });
  }

  private currentNames(): readonly MapName[] {
    const { version, all } = this.areas;
    if (this.names.version !== version) this.names = { version, list: mapNames(all) };
    return this.names.list;
  }
}

type Position = [number, number];

/** Lines go on beyond the edge of a tile, so that their ends do not show. */
const BUFFER = 128;

/** The names of a tile: more have no room in it. */
const MAX_NAMES = 40;

/** Districts are inside of cities. */
const DISTRICT_ZOOM = 11;

interface BaseLayers {
  readonly streets: readonly Omit<StreetLine, 'zoom'>[];
  /** Those with the most places first. */
  readonly names: readonly MapName[];
}

/** The part of the map whose lines a tile shows. */
function surroundingsOf({ z, x, y }: Tile): MapArea {
  const [tiles, margin] = [2 ** z, BUFFER / EXTENT];
  return {
    west: (x - margin) / tiles,
    north: (y - margin) / tiles,
    east: (x + 1 + margin) / tiles,
    south: (y + 1 + margin) / tiles,
  };
}

/** Writes a tile as a Mapbox Vector Tile 2.1. Empty if there is nothing in it. */
function writeBaseTile(tile: Tile, { streets, names }: BaseLayers): Buffer {
  const layers = {
    streets: streets.flatMap(({ name, length, line }) => {
      const parts = partsIn(tile, line);
      return parts.length === 0 ? [] : [{ type: 2 as const, geometry: parts, tags: { name, length } }];
    }),
    names: namesIn(tile, names),
  };
  const filled = Object.entries(layers).filter(([, features]) => features.length > 0);
  if (filled.length === 0) return Buffer.alloc(0);
  const tiles = Object.fromEntries(filled.map(([name, features]) => [name, { features }]));
  return Buffer.from(fromGeojsonVt(tiles, { version: 2, extent: EXTENT }));
}

function partsIn(tile: Tile, line: readonly MapPoint[]): Position[][] {
  // A pixel of a tile of 512 has eight units.
  const positions = simplify(line, 2 / EXTENT / 2 ** tile.z).map((point) => positionIn(tile, point));
  return clipPolyline(positions, [-BUFFER, -BUFFER, EXTENT + BUFFER, EXTENT + BUFFER]);
}

function positionIn({ z, x, y }: Tile, point: MapPoint): Position {
  const tiles = 2 ** z;
  return [Math.round((point.x * tiles - x) * EXTENT), Math.round((point.y * tiles - y) * EXTENT)];
}

function namesIn(tile: Tile, names: readonly MapName[]) {
  const features = [];
  for (const { name, kind, size, point } of names) {
    if (kind === 'district' && tile.z < DISTRICT_ZOOM) continue;
    const position = positionIn(tile, point);
    if (!position.every((coordinate) => coordinate >= 0 && coordinate < EXTENT)) continue;
    features.push({ type: 1 as const, geometry: [position], tags: { name, kind, size } });
    if (features.length === MAX_NAMES) break;
  }
  return features;
}

/** The name of a city or a district, at the middle of its places. */
interface MapName {
  readonly name: string;
  readonly kind: Area['type'];
  /** 1 for the largest cities, 3 for the smallest, 4 for districts. */
  readonly size: number;
  readonly point: MapPoint;
}

/** @param areas those with the most places first. @returns their names, in the same order */
function mapNames(areas: readonly Area[]): MapName[] {
  const cities = areas.filter(({ type }) => type === 'city').length;
  let rank = 0;
  return areas.flatMap(({ type: kind, name, centre }) => {
    if (kind === 'city') rank += 1;
    if (!centre) return [];
    const size = kind === 'district' ? 4 : sizeOf(rank, cities);
    return [{ name, kind, size, point: toMap(centre) }];
  });
}

function sizeOf(rank: number, cities: number): number {
  if (rank <= Math.max(1, cities / 50)) return 1;
  return rank <= Math.max(5, cities / 6) ? 2 : 3;
}
