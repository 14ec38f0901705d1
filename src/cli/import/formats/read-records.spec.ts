import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import { gzipSync } from 'node:zlib';
import { parquetMetadata } from 'hyparquet';
import { ByteWriter, ParquetWriter, parquetWriteBuffer } from 'hyparquet-writer';
import { table, text } from '../../../../test/support/parquet-schema.js';
import { useTemporaryFolder } from '../../../../test/support/use-temporary-folder.js';
import { type Line } from '../line-reader.js';
import { openInputFile } from '../input-file.js';
import { readRecords } from './read-records.js';
import { foursquare } from './foursquare.js';
import { parseOpenDataRecord } from './open-data-places.js';
import { overture } from './overture.js';
import { boundedCompressors } from './parquet-decoding.js';
import { readParquetStream } from './parquet-reader.js';

describe('readRecords', () => {
  const folder = useTemporaryFolder();

  async function linesOf(content: string | Buffer, format = foursquare, input = false): Promise<Line[]> {
    const path = join(folder, 'file');
    await writeFile(path, content);
    const source = openInputFile(input ? '-' : path, Readable.from([Buffer.from(content)]));
    const lines: Line[] = [];
    for await (const line of readRecords(source, format, new AbortController().signal)) lines.push(line);
    return lines;
  }

  async function recordsOf(content: string | Buffer, format = foursquare, input = false): Promise<[number, unknown][]> {
    const lines = await linesOf(content, format, input);
    return lines.map(({ number, bytes }) => [number, JSON.parse(bytes.toString())]);
  }

  /** A file of Parquet that says that it has so many rows. */
  function parquetClaiming(rows: number, ...ids: string[]): Buffer {
    const writer = new ByteWriter();
    const parquet = new ParquetWriter({ writer, schema: table(text('id')) });
    if (ids.length > 0) void parquet.write({ columnData: [{ name: 'id', data: ids }] });
    parquet.num_rows = BigInt(rows);
    void parquet.finish();
    return Buffer.from(writer.getBytes());
  }

  /** The number of records before the fault, and the fault. */
  async function readBefore(content: Buffer): Promise<[number, string]> {
    const path = join(folder, 'file');
    await writeFile(path, content);
    let records = 0;
    try {
      const lines = readRecords(openInputFile(path, Readable.from([])), overture, new AbortController().signal);
      for await (const _ of lines) records += 1;
      return [records, ''];
    } catch (error) {
      return [records, (error as Error).message];
    }
  }

  it('reads CSV', async () => {
    expect(await recordsOf('fsq_place_id,name\n1,"Katz, Deli"\n')).toEqual([
      [2, { fsq_place_id: '1', name: 'Katz, Deli' }],
    ]);
  });

  const rows = 2500;
  const column = <T>(valueAt: (index: number) => T): T[] => Array.from({ length: rows }, (_, at) => valueAt(at));
  const labels = ['A > B', 'C'];
  const geom = { type: 'Point', coordinates: [1, 2] };
  const parquet = Buffer.from(
    parquetWriteBuffer({
      columnData: [
        { name: 'fsq_place_id', data: column((at) => `p${at}`), type: 'STRING' },
        { name: 'latitude', data: column((at) => (at === 1 ? null : at / 100)), type: 'DOUBLE' },
        { name: 'unread', data: column(() => 1n), type: 'INT64' },
        { name: 'fsq_category_labels', data: column(() => labels), type: 'JSON' },
        { name: 'geom', data: column(() => geom), type: 'GEOMETRY' },
      ],
      rowGroupSize: 1000,
    }),
  );

  it.each([
    ['a file', parquet, false],
    ['a gzip file', gzipSync(parquet), false],
    ['standard input', parquet, true],
  ])('reads all row groups of Parquet from %s', async (_, content, input) => {
    const entries = await recordsOf(content, foursquare, input);
    expect(entries).toHaveLength(rows);
    expect(entries[1]).toEqual([2, { fsq_place_id: 'p1', latitude: null, fsq_category_labels: labels, geom }]);
    expect(entries.at(-1)).toEqual([rows, expect.objectContaining({ fsq_place_id: 'p2499', latitude: 24.99 })]);
  });

  it('reads Parquet with a page index page by page, up to a damaged page', async () => {
    const phones = Array.from({ length: 20_000 }, (_, at) => [`${at}`.padStart(250, '+'), `${at}`.padStart(250, '-')]);
    const repetition_type = 'OPTIONAL' as const;
    const schema = [
      { name: 'root', num_children: 1 },
      { name: 'phones', converted_type: 'LIST' as const, num_children: 1, repetition_type },
      { name: 'list', num_children: 1, repetition_type: 'REPEATED' as const },
      { name: 'element', type: 'BYTE_ARRAY' as const, converted_type: 'UTF8' as const, repetition_type },
    ];
    const options = { columnData: [{ name: 'phones', data: phones }], schema, rowGroupSize: 20_000, pageSize: 500_000 };
    const file = parquetWriteBuffer(options);
    const chunk = parquetMetadata(file).row_groups[0]?.columns[0]?.meta_data;
    const end = Number(chunk?.data_page_offset) + Number(chunk?.total_compressed_size);
    const damaged = Buffer.from(file.slice(0));
    damaged.fill(0xff, end - 1000, end);
    const numbers: number[] = [];
    const reading = (async () => {
      const { signal } = new AbortController();
      const chunks = Readable.from([damaged]) as never;
      for await (const { number } of readParquetStream(chunks, { columns: ['phones'] }, signal)) numbers.push(number);
    })();
    await expect(reading).rejects.toThrow('the Parquet file is damaged: missing eof marker');
    expect(numbers.length).toBeGreaterThan(10_000);
    const entries = await recordsOf(Buffer.from(file), overture);
    expect(entries).toHaveLength(phones.length);
    expect(entries.filter(([number, place]) => !isDeepStrictEqual(place, { phones: phones[number - 1] }))).toEqual([]);
  });

  it.each(['zstd', 'brotli'])('reads nested Parquet compressed with %s', async (codec) => {
    // Written by pyarrow: zstd with GeoParquet metadata, brotli without.
    const entries = await linesOf(await readFile(`test/cases/parquet/overture-${codec}.parquet`), overture);
    const places = entries.map(({ bytes }) => parseOpenDataRecord(JSON.parse(bytes.toString()), overture));
    expect(places).toEqual([
      {
        row: expect.objectContaining({
          ...{ id: 'overture-pq1', name: 'Pq', phones: ['12125550100'], url_service: 'https://x.example' },
          names: [
            { text: expect.any(String), language: 'en' },
            { text: expect.any(String), language: 'fi' },
          ],
          ...{ number: '3', street: 'Main St', city: 'NYC', state: 'NY', country: 'US', lat: '60.1', lng: '24.9' },
        }),
      },
      { row: expect.objectContaining({ name: 'Suomi', phones: ['35891234'], country: 'FI' }) },
      { row: expect.objectContaining({ name: 'Nothing else', lat: null, lng: null }) },
      { skipped: 'has no name' },
      { skipped: 'is closed', row: { id: 'overture-pq5', closed: true, lat: '60.1', lng: '24.9' } },
      { rejected: 'geometry: "0102" must be an object' },
      { row: expect.objectContaining({ name: 'Big endian', lat: '60.1', lng: '24.9' }) },
    ]);
  });

  it('rejects strings of Parquet that are not UTF-8', async () => {
    const names = [Buffer.from([0x43, 0xe9]), Buffer.from('Café')];
    const file = parquetWriteBuffer({ columnData: [{ name: 'name', data: names, type: 'BYTE_ARRAY' }] });
    expect(await linesOf(Buffer.from(file))).toEqual([
      expect.objectContaining({ fault: 'name: "C\uFFFD" is not UTF-8' }),
      { number: 2, bytes: Buffer.from('{"name":"Café"}') },
    ]);
  });

  it('reads the features of a collection, or lines', async () => {
    expect(await recordsOf('{"features":[{"id":1},\n{"id":2}]}', overture)).toEqual([[1, { id: 1 }], [2, { id: 2 }]]); // prettier-ignore
    expect(await recordsOf('{"id":1}\n{"id":2}\n', overture)).toEqual([[1, { id: 1 }], [2, { id: 2 }]]); // prettier-ignore
  });

  it.each([
    ['an empty file', '', overture],
    ['blank lines', ' \n\n', overture],
    ['an empty collection', '{"type":"FeatureCollection","features":[]}', overture],
    ['CSV with only a header', 'fsq_place_id,name\n', foursquare],
    ['Parquet with an empty row group', readFileSync('test/cases/parquet/overture-empty.parquet'), overture],
    ['Parquet without row groups', parquetClaiming(0), overture],
    ['gzip of nothing', gzipSync(''), overture],
  ])('fails on %s, which has no records', async (_, content, format) => {
    await expect(linesOf(content, format)).rejects.toThrow('it has no records');
  });

  it('reads Parquet with row groups that have no rows', async () => {
    const entries = await recordsOf(await readFile('test/cases/parquet/overture-empty-groups.parquet'), overture);
    expect(entries.map(([number, place]) => [number, place])).toEqual(
      Array.from({ length: 5 }, (_, at) => [at + 1, { id: `pq${at}` }]),
    );
  });

  it('fails if Parquet has fewer rows than it claims', async () => {
    expect(await readBefore(parquetClaiming(7, 'a', 'b'))).toEqual([
      2,
      'the Parquet file is damaged: it has 2 of the 7 rows that it claims',
    ]);
  });

  it('reads Parquet compressed with LZ4, also columns without values', async () => {
    const labels = ['Dining and Drinking > Restaurant'];
    const absent = { tel: null, date_closed: null };
    expect(await recordsOf(await readFile('test/cases/parquet/foursquare-lz4.parquet'))).toEqual([
      [
        1,
        {
          fsq_place_id: '4b05',
          name: 'Katz',
          latitude: 40.72,
          longitude: -73.98,
          ...absent,
          fsq_category_labels: labels,
        },
      ],
      [2, { fsq_place_id: '4b06', name: 'Joe', latitude: 40.73, longitude: -74, ...absent }],
    ]);
  });

  // A block of LZ4: a token with the number of literals, and the literals.
  const literals = 'abcd\xffefgh';
  const block = Buffer.from(`\x90${literals}`, 'latin1');
  const sizes = Buffer.from([0, 0, 0, literals.length, 0, 0, 0, block.length]);
  it.each([
    ['a block of Hadoop', Buffer.concat([sizes, block])],
    ['a block', block],
  ])('unpacks LZ4 of old files: %s', (_, packed) => {
    expect(boundedCompressors.LZ4?.(packed, literals.length)).toEqual(new Uint8Array(Buffer.from(literals, 'latin1')));
    expect(boundedCompressors.LZ4?.(Buffer.from([0]), 0)).toHaveLength(0);
  });

  it('reads an object of several lines', async () => {
    expect(await recordsOf('{\n  "id": 1\n}\n', overture)).toEqual([[1, { id: 1 }]]);
  });

  it('reads lines even if a line holds a list', async () => {
    expect(await recordsOf('{"id":["x"]}\n[]\n{"id":2}\n', overture)).toEqual([
      [1, { id: ['x'] }],
      [2, []],
      [3, { id: 2 }],
    ]);
  });

  it.each(['{"features":[{"id":1}]}\n{"features":[{"id":2}]}', '["1","Katz"]\n["2","Joe"]\n'])(
    'fails on text after a collection: %j',
    async (content) => {
      await expect(linesOf(content)).rejects.toThrow('text follows the collection');
    },
  );
});
