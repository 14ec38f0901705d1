import { z } from 'zod';
import { type LinkContext } from '../../http/request/paging.js';
import { formatQuery } from '../../http/request/query-string.js';
import { conditionParameters } from '../search-conditions.js';
import { attributionHtml } from '../sources/attribution.js';
import { type Source } from '../sources/source.js';
import { MAX_ZOOM } from './tile-grid.js';

/** A description of tiles (TileJSON 3.0.0). */
export const tileJsonSchema = z
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
    description: 'Places, in tiles with at most 100.',
    ...zoom,
    fields: {
      id: 'String. The identifier of the place.',
      name: 'String.',
      category: 'String. The name of its first category. Absent without a category.',
      rating: 'Number, 0 to 5. Absent if unknown.',
    },
  },
  {
    id: 'clusters',
    description: 'Groups of places that are near to each other, in tiles with more than 100.',
    ...zoom,
    fields: { count: 'Number of places. The counts of all tiles of a zoom level add up.' },
  },
];

/**
 * Describes the tiles of a search.
 *
 * @param sources of all places of the directory
 */
export function tileJson({ baseUrl, query }: LinkContext, sources: readonly Source[]): z.output<typeof tileJsonSchema> {
  const conditions = query.pairs.filter(([name, value]) => Object.hasOwn(conditionParameters, name) && value !== '');
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
