import { Injectable } from '@nestjs/common';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { type ReaderLanguage } from '../../http/reader-languages.js';
import { nameIn } from '../names.js';
import { type Caller } from '../../http/request-context.js';
import { type CostedSearch, type PlaceHit } from '../body/places-query.js';
import { type PlaceRecord, positionOf } from '../place.js';
import { SearchPlanner } from '../search/search-planner.js';
import { searchStep } from '../search/stage.js';
import { type SearchConditions } from '../search-parameters.js';
import { ElasticsearchSearcher, type SearchContext } from '../elasticsearch/searcher.js';
import { noTimeUsed } from '../elasticsearch/protection.js';
import { SourcesService } from '../sources/sources.service.js';
import { areaOf, isSameTile, type Tile, tileOf, coordinatesIn, EXTENT } from './tile-grid.js';
import { type TileHits, tileQuery } from './tile-query.js';
import { TileStages } from './tile-stages.js';
import { type GeoPoint } from '../query/geometry.js';
import { type Source } from '../sources/source.js';

/** A tile with more places has clusters. In the streets of a city, people look for each place. */
const MAX_PLACES = { far: 250, close: 1000 } as const;

/** From this zoom level on, a tile has streets that people can tell apart. */
const CLOSE_ZOOM = 15;

/** From this zoom level on, most tiles have so few places that they are read with the first request. */
const READ_ZOOM = 13;

/** Zoom levels between a tile and the cells of its clusters: 8 cells in a row, in which a map of 512 pixels has room for circles with counts. */
const CELL_LEVELS = 3;

@Injectable()
export class TilesService {
  constructor(
    private readonly searcher: ElasticsearchSearcher,
    private readonly planner: SearchPlanner,
    private readonly stages: TileStages,
    private readonly sources: SourcesService,
  ) {}

  /**
   * Finds the places of a tile. All tiles of a search use the stage of the whole search, so each place that the search finds
   * is in one tile of each zoom level, if it has a location.
   *
   * @throws ProblemError `search_too_complex`, or as `ElasticsearchSearcher.run()`
   */
  async tile(conditions: SearchConditions, tile: Tile, caller: Caller): Promise<TileLayers> {
    const prepared = this.planner.prepare({ ...conditions, sort: [], rows: 0, start: 0 });
    const context = { caller, timeUsed: noTimeUsed() };
    const request = await this.planner.resolve(prepared, prepared.now, context.timeUsed);
    // Other searches have one stage only.
    const mayHaveStages = request.term?.type === 'words' && request.match !== 'exact';
    if (!mayHaveStages) return this.search(searchStep(request, undefined), tile, context);
    const stage = await this.stages.find(request, context);
    return stage ? this.search(searchStep(request, stage), tile, context) : EMPTY;
  }

  private async search(stage: CostedSearch, tile: Tile, context: SearchContext): Promise<TileLayers> {
    const find = (size: number): Promise<TileHits> =>
      this.searcher.run(tileQuery(stage, { area: areaOf(tile), precision: tile.z + CELL_LEVELS, size }), context);
    const most = tile.z >= CLOSE_ZOOM ? MAX_PLACES.close : MAX_PLACES.far;
    const first = await find(tile.z >= READ_ZOOM ? most : 0);
    const clusters = first.cells.filter(({ cell }) => isSameTile(ancestorOf(cell), tile));
    if (clusters.length === 0) return EMPTY;
    const sources = await this.sources.named(first.sources);
    const count = first.cells.reduce((total, cell) => total + cell.count, 0);
    if (count > most) return { clusters, places: [], sources };
    const { places } = first.places.length > 0 ? first : await find(most);
    return { clusters: [], places: places.filter(({ record }) => isIn(tile, record)), sources };
  }
}

const EMPTY: TileLayers = { clusters: [], places: [], sources: [] };

function isIn(tile: Tile, place: PlaceRecord): boolean {
  const position = positionOf(place);
  return position !== undefined && isSameTile(tileOf(position, tile.z), tile);
}

/** The tile of a cell. */
function ancestorOf({ z, x, y }: Tile): Tile {
  return { z: z - CELL_LEVELS, x: x >> CELL_LEVELS, y: y >> CELL_LEVELS };
}

/** Places that are near to each other on the map. */
interface Cluster {
  readonly count: number;
  /** The mean of their locations. */
  readonly centre: GeoPoint;
}

/** The layers of a tile: it has places or clusters, not both. */
interface TileLayers {
  readonly clusters: readonly Cluster[];
  readonly places: readonly PlaceHit[];
  /** Of all places, also those in clusters. */
  readonly sources: readonly Source[];
}

type Attributes = Record<string, string | number>;

/** Writes a tile as a Mapbox Vector Tile 2.1. Empty if the tile has no places. */
export function writeTile(
  tile: Tile,
  { clusters, places }: Pick<TileLayers, 'clusters' | 'places'>,
  languages: readonly ReaderLanguage[],
): Buffer {
  const layers = {
    clusters: clusters.map(({ centre, count }) => point(coordinatesIn(tile, centre), { count })),
    places: places.flatMap((place) => {
      const position = positionOf(place.record);
      return position ? [point(coordinatesIn(tile, position), attributesOf(place, languages))] : [];
    }),
  };
  const filled = Object.entries(layers).filter(([, features]) => features.length > 0);
  if (filled.length === 0) return Buffer.alloc(0);
  const tiles = Object.fromEntries(filled.map(([name, features]) => [name, { features }]));
  return Buffer.from(fromGeojsonVt(tiles, { version: 2, extent: EXTENT }));
}

function attributesOf({ record, kind }: PlaceHit, languages: readonly ReaderLanguage[]): Attributes {
  const {
    id,
    names = [],
    categories: [category],
    statistics,
  } = record;
  const name = nameIn(record, languages);
  return {
    id,
    name,
    // As map libraries expect them. The first one of a language counts, and is left out if it is the name.
    ...Object.fromEntries([...firstNames(names)].filter(([, text]) => text !== name)),
    ...(category && { category: category.name }),
    ...(category?.subcategory && { subcategory: category.subcategory.name }),
    ...(kind !== undefined && { kind }),
    ...(statistics?.rating !== undefined && { rating: Number(statistics.rating) }),
  };
}

/** By key. A later entry of a map replaces an earlier one. */
function firstNames(names: NonNullable<PlaceRecord['names']>): Map<string, string> {
  return new Map(
    [...names]
      .reverse()
      .flatMap(({ text, language, type }) =>
        language === undefined || type !== undefined ? [] : [[`name:${language}`, text]],
      ),
  );
}

function point(coordinates: [number, number], tags: Attributes) {
  return { type: 1 as const, geometry: [coordinates], tags };
}
