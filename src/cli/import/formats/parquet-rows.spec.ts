import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { useTemporaryFolder } from '../../../../test/support/use-temporary-folder.js';
import { openInputFile } from '../input-file.js';
import { openDataReader } from './open-data-places.js';
import { type OpenDataFormat } from './define.js';
import { osm } from './osm.js';
import { whosonfirst } from './whosonfirst.js';

describe('Parquet', () => {
  const folder = useTemporaryFolder();

  /** @param crs of GeoParquet's metadata */
  async function firstRow(
    row: Readonly<Record<string, unknown>>,
    format: OpenDataFormat,
    crs?: object | null,
  ): Promise<unknown> {
    const path = join(folder, 'rows.parquet');
    const columnData = Object.entries(row).map(([name, value]) => ({ name, data: [value] }));
    const columns = { geometry: { encoding: 'WKB', geometry_types: [], crs } };
    const geo = { key: 'geo', value: JSON.stringify({ version: '1.1.0', primary_column: 'geometry', columns }) };
    const kvMetadata = crs === undefined ? [] : [geo];
    await writeFile(path, Buffer.from(parquetWriteBuffer({ columnData, kvMetadata })));
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

  describe('with shapes', () => {
    const square = [
      [-46, -23],
      [-46, -24],
      [-47, -24],
      [-47, -23],
      [-46, -23],
    ];
    const cafe = { id: 'way/7', amenity: 'cafe', name: 'Café', geometry: polygon(square) };
    const bar = { id: 85922583, 'wof:name': 'Bar', geometry: polygon(square) };

    it.each([
      [osm, cafe],
      [whosonfirst, bar],
    ])('has their middle', async (format, row) => {
      expect(await firstRow(row, format)).toMatchObject({ row: { lat: '-23.5', lng: '-46.5' } });
    });

    it.each([
      null,
      { name: 'WGS 84', id: { authority: 'EPSG', code: 4326 } },
      { name: 'WGS 84 longitude-latitude', id: { authority: 'OGC', code: 'CRS84' } },
      { name: 'WGS 84 (CRS84)', ids: [{ authority: 'OGC', code: 'CRS84' }] },
    ])('is read in WGS 84: %j', async (crs) => {
      expect(await firstRow(cafe, osm, crs)).toMatchObject({ row: { lat: '-23.5', lng: '-46.5' } });
    });

    it.each([
      [{ name: 'ETRS89 / UTM zone 32N', id: { authority: 'EPSG', code: 25832 } }, 'EPSG:25832'],
      [{ name: 'Amersfoort / RD New' }, 'Amersfoort / RD New'],
    ])('is rejected in another reference system: %j', async (crs, name) => {
      await expect(firstRow(cafe, osm, crs)).rejects.toThrow(`of the reference system ${name}: convert them to WGS 84`);
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

/** Well-known binary of a polygon with one ring. */
function polygon(ring: readonly number[][]): Uint8Array {
  const bytes = Buffer.alloc(13 + 16 * ring.length);
  bytes.writeUInt8(1);
  for (const [at, number] of [3, 1, ring.length].entries()) bytes.writeUInt32LE(number, 1 + 4 * at);
  for (const [at, degrees] of ring.flat().entries()) bytes.writeDoubleLE(degrees, 13 + 8 * at);
  return bytes;
}
