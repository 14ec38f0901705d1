import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { FairReads } from '../../database/fair-reads.js';
import { Areas } from '../areas/areas.js';
import { attributionHtml } from '../sources/attribution.js';
import { SourcesService } from '../sources/sources.service.js';
import { StreetRefresh } from '../streets/street-refresh.js';
import { type MapArea, StreetTable } from '../streets/street-table.js';
import { LAST_ZOOM, type StreetLine } from '../streets/street.js';
import { type Tile } from '../tiles/tile-grid.js';
import { surroundingsOf, writeBaseTile } from './base-layers.js';
import { type MapName, mapNames } from './map-names.js';

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

  /** Browsers send no token with requests for tiles: all of them have one share. */
  private streetsIn(area: MapArea, zoom: number): Promise<Omit<StreetLine, 'zoom'>[]> {
    return this.reads.run(() => this.streets.linesIn(area, zoom), { share: ['', 'map'] });
  }

  private currentNames(): readonly MapName[] {
    const { version, all } = this.areas;
    if (this.names.version !== version) this.names = { version, list: mapNames(all) };
    return this.names.list;
  }
}
