import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { Areas } from '../places/areas/areas.js';
import { attributionHtml } from '../places/sources/source.js';
import { SourcesService } from '../places/sources/sources.service.js';
import { type Tile, EXTENT, project } from '../places/tiles/tile-grid.js';
import { type Area, isLocal, type LocalArea } from '../places/words/where.js';

/** The zoom level of the last tiles, which map libraries enlarge. That of Protomaps. */
export const LAST_BASE_ZOOM = 15;

/** Anybody may ask for the attribution, and it counts all places. */
const ATTRIBUTION_AGE_MS = 10_000;

const EMPTY = Buffer.alloc(0);

/** What the data know of a map: the names of cities and districts. */
@Injectable()
export class BaseMapService {
  /** Whether `/explore` shows this map: not with another one. */
  readonly isShown: boolean;

  private readonly attributions = new LRUCache<'current', { readonly html: string | undefined }>({
    max: 1,
    ttl: ATTRIBUTION_AGE_MS,
    fetchMethod: async () => ({ html: attributionHtml(await this.sources.inUse()) }),
  });

  private names: { readonly version: number; readonly list: readonly MapName[] } = { version: 0, list: [] };

  constructor(
    private readonly areas: Areas,
    private readonly sources: SourcesService,
    @Inject(ENVIRONMENT) settings: Pick<Environment, 'EXPLORE' | 'MAP_TILES_URL' | 'MAP_PMTILES'>,
  ) {
    const { EXPLORE, MAP_TILES_URL, MAP_PMTILES } = settings;
    this.isShown = EXPLORE && MAP_TILES_URL === undefined && MAP_PMTILES === undefined;
  }

  /** HTML: what the licences of the data ask for. Undefined if they ask for nothing, or while the search is not available. */
  async attribution(): Promise<string | undefined> {
    const current = await this.attributions.fetch('current').catch(() => undefined);
    return current?.html;
  }

  /** @returns a Mapbox Vector Tile 2.1; empty if there is nothing in it */
  tile(tile: Tile): Buffer {
    if (tile.z > LAST_BASE_ZOOM) return EMPTY;
    const features = namesIn(tile, this.currentNames());
    if (features.length === 0) return EMPTY;
    return Buffer.from(fromGeojsonVt({ names: { features } }, { version: 2, extent: EXTENT }));
  }

  private currentNames(): readonly MapName[] {
    const { version, all } = this.areas;
    if (this.names.version !== version) this.names = { version, list: mapNames(all) };
    return this.names.list;
  }
}

/** The names of a tile: more have no room in it. */
const MAX_NAMES = 40;

/** Districts are inside of cities. */
const DISTRICT_ZOOM = 11;

/** @param names those with the most places first */
function namesIn({ z, x, y }: Tile, names: readonly MapName[]) {
  const tiles = 2 ** z;
  const coordinate = (fraction: number, first: number): number => Math.round((fraction * tiles - first) * EXTENT);
  const isInside = (at: number): boolean => at >= 0 && at < EXTENT;
  const features = [];
  for (const { name, kind, size, point } of names) {
    if (kind === 'district' && z < DISTRICT_ZOOM) continue;
    const [east, south] = [coordinate(point.x, x), coordinate(point.y, y)];
    if (!isInside(east) || !isInside(south)) continue;
    const geometry: [number, number][] = [[east, south]];
    features.push({ type: 1 as const, geometry, tags: { name, kind, size } });
    if (features.length === MAX_NAMES) break;
  }
  return features;
}

/** The name of a city or a district, at the middle of its places. */
interface MapName {
  readonly name: string;
  readonly kind: LocalArea['type'];
  /** 1 for the largest cities, 3 for the smallest, 4 for districts. */
  readonly size: number;
  readonly point: ReturnType<typeof project>;
}

/** @param areas those with the most places first. @returns their names, in the same order */
function mapNames(areas: readonly Area[]): MapName[] {
  const cities = areas.filter(({ type }) => type === 'city').length;
  let rank = 0;
  return areas.filter(isLocal).flatMap(({ type: kind, name, centre }) => {
    if (kind === 'city') rank += 1;
    if (!centre) return [];
    const size = kind === 'district' ? 4 : sizeOf(rank, cities);
    return [{ name, kind, size, point: project(centre) }];
  });
}

function sizeOf(rank: number, cities: number): number {
  if (rank <= Math.max(1, cities / 50)) return 1;
  return rank <= Math.max(5, cities / 6) ? 2 : 3;
}
