import { foursquare } from './foursquare.js';
import { type OpenDataFormat } from './open-data-format.js';
import { osm } from './osm.js';
import { overture } from './overture.js';

/** The values of `--format`. */
export const formats = { overture, foursquare, osm } satisfies Record<string, OpenDataFormat>;

export type FormatName = keyof typeof formats;

export const formatNames = Object.keys(formats) as FormatName[];
