import { z } from 'zod';
import { flag, tiles } from './values.js';

export const explore = {
  EXPLORE: flag.optional().describe('Serves `/explore`. In production the default is `false`.'),
  EXPLORE_CLIENT_ID: z
    .string()
    .regex(/^[\x21-\x7E]{1,100}$/, 'must be the identifier of a client')
    .meta({ takes: 'an identifier' })
    .optional()
    .describe('The public client with which `/explore` signs users in. In production the default is `explore`.'),
  MAP_TILES_URL: tiles
    .optional()
    .describe(
      'The tiles of the map of `/explore`. Without it the map shows what the data know: streets, and names of cities and districts.',
    ),
  MAP_PMTILES: z
    .string()
    .meta({ takes: 'a path' })
    .optional()
    .describe(
      'A file of [Protomaps](https://docs.protomaps.com/basemaps/downloads) (`.pmtiles`), which the map of `/explore` shows. The service sends its parts to anybody, and does not start if it is no PMTiles file of version 3. `MAP_TILES_URL` comes first.',
    ),
  MAP_TILES_ATTRIBUTION: z
    .string()
    .meta({ takes: 'a text' })
    .optional()
    .describe('The attribution of the tiles, shown on the map.'),
};
