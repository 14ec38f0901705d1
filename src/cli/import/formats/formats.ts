import { type OpenDataFormat } from './define.js';
import { foursquare } from './foursquare.js';
import { osm } from './osm.js';
import { overture } from './overture.js';
import { customTable } from './custom-table.js';
import { type GivenColumns } from './table-columns.js';
import { whosonfirst } from './whosonfirst.js';

/** The values of `--format` that name a data set. */
export const formats = { overture, foursquare, osm, whosonfirst } satisfies Record<string, OpenDataFormat>;

/** The values of `--format` for custom tables. */
const tables = ['csv', 'geojson'] as const;

export type FormatName = keyof typeof formats | (typeof tables)[number];

export const formatNames = [...(Object.keys(formats) as (keyof typeof formats)[]), ...tables];

export function isTable(name: FormatName): name is (typeof tables)[number] {
  return tables.some((table) => table === name);
}

/**
 * How to read one file.
 *
 * @param given the columns of a custom table that the options name
 */
export function formatOf(name: FormatName, given: GivenColumns): OpenDataFormat {
  return isTable(name) ? customTable(given, { csv: name === 'csv' }) : formats[name];
}
