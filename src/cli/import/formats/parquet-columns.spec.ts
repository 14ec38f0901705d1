import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { useTemporaryFolder } from '../../../../test/support/use-temporary-folder.js';
import { openInputFile } from '../input-file.js';
import { openDataReader } from './open-data-places.js';
import { type OpenDataFormat } from './open-data-format.js';
import { osm } from './osm.js';
import { whosonfirst } from './whosonfirst.js';

describe('Parquet', () => {
  const folder = useTemporaryFolder();

  async function firstRow(row: Readonly<Record<string, unknown>>, format: OpenDataFormat): Promise<unknown> {
    const path = join(folder, 'rows.parquet');
    const columnData = Object.entries(row).map(([name, value]) => ({ name, data: [value] }));
    await writeFile(path, Buffer.from(parquetWriteBuffer({ columnData })));
    const reader = openDataReader(format, {});
    for await (const { bytes } of reader.lines(openInputFile(path, Readable.from([])), new AbortController().signal))
      return reader.parse(bytes);
    return undefined;
  }

  it.each<[string, object]>([
    ['a column for each key', { amenity: 'cafe', name: 'Café', 'addr:city': 'Santos' }],
    ['tags as an object', { tags: { amenity: 'cafe', name: 'Café', 'addr:city': 'Santos' } }],
    [
      'tags as pairs',
      {
        tags: Object.entries({ amenity: 'cafe', name: 'Café', 'addr:city': 'Santos' }).map(([key, value]) => ({
          key,
          value,
        })),
      },
    ],
  ])('of OpenStreetMap is read, with %s', async (_title, tags) => {
    expect(await firstRow({ id: 'node/7', lat: -23.5, lon: -46.5, ...tags }, osm)).toMatchObject({
      row: { id: 'osm-node-7', name: 'Café', city: 'Santos', lat: '-23.5', lng: '-46.5' },
    });
  });

  it.each<[string, object]>([
    ['a column for each property', { 'wof:name': 'Bar', 'addr:city': 'Santos' }],
    ['all properties in JSON', { properties: JSON.stringify({ 'wof:name': 'Bar', 'addr:city': 'Santos' }) }],
  ])("of Who's On First is read, with %s", async (_title, columns) => {
    expect(await firstRow({ id: 85922583, ...columns }, whosonfirst)).toMatchObject({
      row: { id: 'whosonfirst-85922583', name: 'Bar', city: 'Santos' },
    });
  });
});
