import { Controller, Get, Req } from '@nestjs/common';
import { type Request } from 'express';
import { z } from 'zod';
import { Access } from '../../auth/access/access-decorator.js';
import { Cached } from '../../response-cache/cached-decorator.js';
import { Documented } from '../../http/routes/documented-decorator.js';
import { type Caller, RequestCaller } from '../../http/request/caller-decorator.js';
import { Parameters } from '../../http/request/parameters-decorator.js';
import { Formats, mediaTypes } from '../../http/response/format.js';
import { RawResult } from '../../http/response/raw-result.js';
import { conditionParameters, type SearchConditions } from '../search-conditions.js';
import { LicenseLinks, ResponseLicenses } from '../sources/license-links.js';
import { SourcesService } from '../sources/sources.service.js';
import { tileJson, tileJsonSchema } from './tile-json.js';
import { writeTile } from './tile-layers.js';
import { combineTileJsonParameters, combineTileParameters, type TileRequest, tileSegments } from './tile-parameters.js';
import { TilesService } from './tiles.service.js';

const [tileType] = mediaTypes.mvt;

/** Places as vector tiles for maps. */
@Controller('v2/places')
export class TilesController {
  constructor(
    private readonly tiles: TilesService,
    private readonly sources: SourcesService,
  ) {}

  @Get('tiles.json')
  @Formats('json')
  @Cached({ dependencies: ['index', 'sources'] })
  @Access('application', 'user')
  @Documented({
    id: 'getTileJson',
    summary: 'Describe the map tiles of a search',
    description:
      'TileJSON 3.0: the address of the tiles, their layers and fields. The address has the conditions of this request. ' +
      'Give a map library the address of this document as a vector source.',
    rawResponses: { 200: { description: 'TileJSON 3.0.0.', content: { 'application/json': tileJsonSchema } } },
    problems: ['too_many_searches', 'search_unavailable'],
    examples: { all: '/v2/places/tiles.json' },
  })
  async describe(
    @Parameters(conditionParameters, combineTileJsonParameters) _conditions: SearchConditions,
    @Req() { context }: Request,
    @RequestCaller() caller: Caller,
    @ResponseLicenses() licenses: LicenseLinks,
  ): Promise<RawResult> {
    const sources = await this.sources.inUse(caller);
    licenses.add(sources);
    const description = tileJson(context, sources);
    return new RawResult('application/json; charset=utf-8', Buffer.from(JSON.stringify(description)));
  }

  @Get('tiles/:z/:x/:y.mvt')
  @Formats('mvt')
  @Cached({ dependencies: ['index', 'sources'] })
  @Access('application', 'user')
  @Documented({
    id: 'getTile',
    summary: 'Get a map tile of a search',
    description:
      'A Mapbox Vector Tile with the places that the conditions find. A tile of at most 100 places has the layer `places`, ' +
      'others have the layer `clusters`. Each place with a location is in one tile of each zoom level. Errors are problem ' +
      'documents in JSON or XML.',
    rawResponses: {
      200: { description: 'A Mapbox Vector Tile 2.1.', content: { [tileType]: z.file() } },
      204: { description: 'The tile has no places.' },
    },
    problems: ['search_too_complex', 'too_many_searches', 'search_unavailable'],
    examples: { all: '/v2/places/tiles/0/0/0.mvt' },
  })
  async tile(
    @Parameters(conditionParameters, combineTileParameters, tileSegments) { tile, conditions }: TileRequest,
    @RequestCaller() caller: Caller,
    @ResponseLicenses() licenses: LicenseLinks,
  ): Promise<RawResult> {
    const layers = await this.tiles.tile(conditions, tile, caller);
    licenses.add(layers.sources);
    return new RawResult(tileType, writeTile(tile, layers));
  }
}
