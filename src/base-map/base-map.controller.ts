import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { z } from 'zod';
import { Public } from '../auth/access.js';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { Documented } from '../http/routes.js';
import { isOutOfDescriptors, ProblemError } from '../http/problems.js';
import { Parameters } from '../http/parameters.js';
import { Formats, mediaTypes, OwnFormat } from '../http/format.js';
import { mapFileReaders } from '../http/limited-server.js';
import { RawResult } from '../http/response.js';
import { BaseMapService, LAST_BASE_ZOOM } from './base-map.service.js';
import { MapFile } from './map-file.js';
import { type Tile, combineTileSegments, tileSegments } from '../places/tiles/tile-grid.js';

const [tileType] = mediaTypes.mvt;

const availability = 'Available with `EXPLORE=true`.';

/** What lies below the places on the map of `/explore`. Every path is 404 while EXPLORE is off. */
@Controller('explore')
export class BaseMapController {
  private fileReaders = 0;

  constructor(
    private readonly map: BaseMapService,
    private readonly mapFile: MapFile,
    @Inject(ENVIRONMENT) private readonly settings: Pick<Environment, 'EXPLORE' | 'MAP_PMTILES'>,
  ) {}

  @Get('map.json')
  @Formats('json')
  @Public()
  @Documented({
    id: 'describeBaseMap',
    summary: 'Describe the map of the search page',
    description:
      `TileJSON 3.0: names of cities and districts, as the data know them. With another map (\`MAP_TILES_URL\`, ` +
      `\`MAP_PMTILES\`) it has no tiles, only the attribution of places. ${availability}`,
    rawResponses: { 200: { description: 'TileJSON 3.0.0.', content: { 'application/json': z.looseObject({}) } } },
  })
  async describe(@Req() { context: { baseUrl } }: Request): Promise<RawResult> {
    this.assertEnabled();
    const attribution = await this.map.attribution();
    const description = {
      tilejson: '3.0.0',
      name: 'base map',
      scheme: 'xyz',
      tiles: this.map.isShown ? [`${baseUrl}/explore/map/{z}/{x}/{y}.mvt`] : [],
      minzoom: 0,
      maxzoom: LAST_BASE_ZOOM,
      ...(attribution !== undefined && { attribution }),
      vector_layers: [
        { id: 'names', fields: { name: 'String.', kind: 'city or district.', size: 'Number, 1 for the largest.' } },
      ],
    };
    return new RawResult('application/json; charset=utf-8', Buffer.from(JSON.stringify(description)));
  }

  @Get('map/:z/:x/:y.mvt')
  @Formats('mvt')
  @Public()
  @Documented({
    id: 'getBaseMapTile',
    summary: 'Get a tile of the map of the search page',
    description:
      `A Mapbox Vector Tile with the layer \`names\`: cities and districts, at the middle of their places. ` +
      `404 with another map (\`MAP_TILES_URL\`, \`MAP_PMTILES\`). ${availability}`,
    rawResponses: {
      200: { description: 'A Mapbox Vector Tile 2.1.', content: { [tileType]: z.file() } },
      204: { description: 'There is nothing in this tile.' },
    },
  })
  tile(@Parameters({}, combineTileSegments, tileSegments) tile: Tile): RawResult {
    this.assertEnabled();
    if (!this.map.isShown)
      throw new ProblemError('route_not_found', '/explore shows another map here (MAP_TILES_URL or MAP_PMTILES).');
    return new RawResult(tileType, this.map.tile(tile));
  }

  @Get('map.pmtiles')
  @OwnFormat()
  @Public()
  @Documented({
    id: 'readBaseMapFile',
    summary: 'Get parts of the map file of the search page',
    description: `The file that \`MAP_PMTILES\` names. Takes \`Range\`. ${availability}`,
    rawResponses: {
      200: { description: 'The file.', content: { 'application/vnd.pmtiles': z.file() } },
      206: { description: 'A part of the file.', content: { 'application/vnd.pmtiles': z.file() } },
      412: { description: 'The file is not the one of `If-Match` or `If-Unmodified-Since`.' },
      416: { description: 'The file is shorter: `Content-Range` has its length.' },
    },
  })
  async file(@Res() response: Response): Promise<void> {
    this.assertEnabled();
    if (this.settings.MAP_PMTILES === undefined)
      throw new ProblemError('route_not_found', 'This service has no map file (MAP_PMTILES).');
    const { path } = this.mapFile;
    if (path === undefined) throw unreadable();
    if (this.fileReaders >= mapFileReaders) throw tooManyReaders();
    this.fileReaders += 1;
    response.once('close', () => (this.fileReaders -= 1)).type('application/vnd.pmtiles');
    await new Promise<void>((finish, reject) => {
      // A client may go away at any time.
      response.sendFile(path, { dotfiles: 'allow', cacheControl: false }, (error: unknown) => {
        if (isOfRequest(error)) response.status(error.status).end();
        if (error === undefined || response.headersSent) finish();
        else reject(isOutOfDescriptors(error) ? error : unreadable());
      });
    });
  }

  private assertEnabled(): void {
    if (!this.settings.EXPLORE) throw new ProblemError('route_not_found', 'This page is switched off (EXPLORE=false).');
  }
}

/** Each holds a descriptor. */
function tooManyReaders(): ProblemError {
  const detail = 'Too many clients read the map at once. Retry after 1 second.';
  return new ProblemError('overloaded', detail, { headers: { 'Retry-After': '1' } });
}

function unreadable(): ProblemError {
  return new ProblemError('route_not_found', 'The map file cannot be read (MAP_PMTILES).');
}

/** Whether the file is there, and the request asks for a part or a version of it that is not. */
function isOfRequest(error: unknown): error is { status: 412 | 416 } {
  const { status } = (error ?? {}) as { status?: unknown };
  return status === 412 || status === 416;
}
