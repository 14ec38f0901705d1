import { z } from 'zod';
import { Controller, Get, Req } from '@nestjs/common';
import { type Request } from 'express';
import { type LinkContext, RawResult } from '../../http/response.js';
import { formatQuery } from '../../http/request-target.js';
import { ratingText } from '../place.js';
import { type SearchConditions } from '../search-parameters.js';
import { attributionHtml, type Source, LicenseLinks, ResponseLicenses } from '../sources/source.js';
import {
  MAX_ZOOM,
  combineTileJsonParameters,
  combineTileParameters,
  tileParameters,
  type TileRequest,
  tileSegments,
} from './tile-grid.js';
import { Access } from '../../auth/access.js';
import { Cached } from '../../response-cache/dependencies.js';
import { Documented } from '../../http/routes.js';
import { type Caller, RequestCaller } from '../../http/request-context.js';
import { ReaderLanguages } from '../../http/language-parameter.js';
import { type ReaderLanguage } from '../../http/reader-languages.js';
import { Parameters } from '../../http/parameters.js';
import { Formats, mediaTypes } from '../../http/format.js';
import { SourcesService } from '../sources/sources.service.js';
import { writeTile, TilesService } from './tiles.service.js';

/** A description of tiles (TileJSON 3.0.0). */
const tileJsonSchema = z
  .looseObject({
    tilejson: z.literal('3.0.0'),
    name: z.string(),
    description: z.string(),
    scheme: z.literal('xyz'),
    tiles: z.array(z.string()).describe('The address of a tile, with the conditions of this request.'),
    minzoom: z.int(),
    maxzoom: z.int(),
    bounds: z.array(z.number()),
    attribution: z.string().optional().describe('HTML that map libraries show: what the licences of the data ask for.'),
    vector_layers: z.array(
      z.object({
        id: z.string(),
        description: z.string(),
        minzoom: z.int(),
        maxzoom: z.int(),
        fields: z.record(z.string(), z.string()),
      }),
    ),
  })
  .meta({ id: 'TileJson', description: 'A description of vector tiles (TileJSON 3.0.0).' });

const zoom = { minzoom: 0, maxzoom: MAX_ZOOM };

const layers = [
  {
    id: 'places',
    description: 'Places, in tiles with at most 250; from zoom level 15 on, with at most 1,000.',
    ...zoom,
    fields: {
      id: 'String. The identifier of the place.',
      name: 'String. In the language of `lang` or `Accept-Language`, if the place has such a name; else its name in the data. The same in a language, if the place has such a name, is for example `name:pt`.',
      category: 'String. The name of its first category. Absent without a category.',
      subcategory: 'String. The name of the subcategory in it. Absent without one.',
      kind: 'String. The narrowest of its `kinds`: `amenity/restaurant/pizza`. Absent without one.',
      rating: `Number, ${ratingText}. Absent if unknown.`,
    },
  },
  {
    id: 'clusters',
    description: 'Groups of places that are near to each other, in tiles with more places.',
    ...zoom,
    fields: { count: 'Number of places. The counts of all tiles of a zoom level add up.' },
  },
];

/**
 * Describes the tiles of a search.
 *
 * @param sources of all places of the directory
 */
function tileJson({ baseUrl, query }: LinkContext, sources: readonly Source[]): z.output<typeof tileJsonSchema> {
  const conditions = query.pairs.filter(([name, value]) => Object.hasOwn(tileParameters, name) && value !== '');
  const search = conditions.length > 0 ? `?${formatQuery(conditions)}` : '';
  const attribution = attributionHtml(sources);
  return {
    tilejson: '3.0.0',
    name: 'places',
    description: 'The places that a search finds.',
    scheme: 'xyz',
    tiles: [`${baseUrl}/v2/places/tiles/{z}/{x}/{y}.mvt${search}`],
    ...zoom,
    // The extent of Web Mercator.
    bounds: [-180, -85.051129, 180, 85.051129],
    ...(attribution !== undefined && { attribution }),
    vector_layers: layers,
  };
}

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
      'TileJSON 3.0: the address of the tiles, their layers and fields. The address has the conditions and `lang` of this request. ' +
      'Give a map library the address of this document as a vector source.',
    rawResponses: { 200: { description: 'TileJSON 3.0.0.', content: { 'application/json': tileJsonSchema } } },
    problems: ['too_many_searches', 'search_unavailable'],
    examples: { all: '/v2/places/tiles.json' },
  })
  async describe(
    @Parameters(tileParameters, combineTileJsonParameters) _conditions: SearchConditions,
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
      'A Mapbox Vector Tile with the places that the conditions find. A tile of at most 250 places, from zoom level 15 on of at most ' +
      '1,000, has the layer `places`, others have the layer `clusters`. Each place with a location is in one tile of each zoom level. ' +
      'Errors are problem documents in JSON or XML.',
    rawResponses: {
      200: { description: 'A Mapbox Vector Tile 2.1.', content: { [tileType]: z.file() } },
      204: { description: 'The tile has no places.' },
    },
    problems: ['search_too_complex', 'too_many_searches', 'search_unavailable'],
    examples: { all: '/v2/places/tiles/0/0/0.mvt' },
  })
  async tile(
    @Parameters(tileParameters, combineTileParameters, tileSegments) { tile, conditions }: TileRequest,
    @RequestCaller() caller: Caller,
    @ResponseLicenses() licenses: LicenseLinks,
    @ReaderLanguages() languages: readonly ReaderLanguage[],
  ): Promise<RawResult> {
    const layers = await this.tiles.tile(conditions, tile, caller);
    licenses.add(layers.sources);
    return new RawResult(tileType, writeTile(tile, layers, languages));
  }
}
