import { setTimeout as delay } from 'node:timers/promises';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createGzip } from 'node:zlib';
import { type FileMetaData, type PageHeader, parquetMetadata } from 'hyparquet';
import { ByteWriter, parquetWriteBuffer } from 'hyparquet-writer';
import { writePageHeader } from 'hyparquet-writer/src/datapage.js';
import { writeMetadata } from 'hyparquet-writer/src/metadata.js';
import { useTemporaryFolder } from '../../../../test/support/use-temporary-folder.js';
import { type InputFile, openInputFile } from '../input-file.js';
import { type Line } from '../line-reader.js';
import { foursquare } from './foursquare.js';
import { boundedCompressors, lineOf } from './parquet-decoding.js';
import { readParquet } from './parquet-reader.js';
import { readRecords } from './read-records.js';

const folder = useTemporaryFolder();

async function linesOf(content: Buffer | InputFile): Promise<Line[]> {
  const path = join(folder, 'file');
  if (Buffer.isBuffer(content)) await writeFile(path, content);
  const file = Buffer.isBuffer(content) ? openInputFile(path, Readable.from([])) : content;
  const lines: Line[] = [];
  for await (const line of readRecords(file, foursquare, new AbortController().signal)) lines.push(line);
  return lines;
}

const magic = Buffer.from('PAR1');

function withFooter(before: Buffer, footer: Buffer, length = footer.length): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(length);
  return Buffer.concat([before, footer, size, magic]);
}

const required = 'REQUIRED' as const;

const optional = 'OPTIONAL' as const;

interface Lie {
  /** Changes what the footer says. */
  metadata?: (metadata: FileMetaData) => void;
  /** Replaces the header of the only page, and its data. */
  page?: Partial<PageHeader>;
  data?: Buffer;
  repetition?: typeof required | typeof optional;
  codec?: 'UNCOMPRESSED' | 'SNAPPY' | 'ZSTD';
}

/** A file of one column with one page. */
function fileWith({ metadata: change, page, data, repetition = required, codec = 'UNCOMPRESSED' }: Lie): Buffer {
  const schema = [
    { name: 'root', num_children: 1 },
    { name: 'fsq_place_id', type: 'BYTE_ARRAY' as const, repetition_type: repetition },
  ];
  const columnData = [{ name: 'fsq_place_id', data: ['a', 'b', 'c'] }];
  const honest = Buffer.from(parquetWriteBuffer({ columnData, schema, codec: 'UNCOMPRESSED' }));
  const metadata = parquetMetadata(new Uint8Array(honest).buffer);
  const column = metadata.row_groups[0]?.columns[0]?.meta_data;
  if (!column) throw new Error('The file has no column');
  const start = Number(column.data_page_offset);
  let body = honest.subarray(0, start + Number(column.total_compressed_size));
  if (page) {
    const bytes = data ?? Buffer.alloc(15);
    const header = new ByteWriter();
    const sizes = { uncompressed_page_size: bytes.length, compressed_page_size: bytes.length };
    writePageHeader(header, { type: 'DATA_PAGE', ...sizes, ...page });
    body = Buffer.concat([magic, Buffer.from(header.getBuffer()), bytes]);
    column.codec = codec;
    column.data_page_offset = 4n;
    column.total_compressed_size = BigInt(body.length - 4);
    delete metadata.row_groups[0]?.columns[0]?.offset_index_offset;
    delete metadata.row_groups[0]?.columns[0]?.offset_index_length;
  }
  change?.(metadata);
  const footer = new ByteWriter();
  writeMetadata(footer, metadata);
  // The writer ends the metadata with its length.
  return withFooter(body, Buffer.from(footer.getBuffer()).subarray(0, -4));
}

function group({ row_groups: [first] }: FileMetaData): FileMetaData['row_groups'][number] {
  if (!first) throw new Error('The file has no rows');
  return first;
}

function column(metadata: FileMetaData) {
  const chunk = group(metadata).columns[0]?.meta_data;
  if (!chunk) throw new Error('The group has no column');
  return chunk;
}

const levels = { definition_level_encoding: 'RLE' as const, repetition_level_encoding: 'RLE' as const };

const plain = (values: number) => ({ data_page_header: { num_values: values, encoding: 'PLAIN' as const, ...levels } });

/** A run of one value, preceded by the size of the levels. */
const longRun = Buffer.from([6, 0, 0, 0, 0xfe, 0xff, 0xff, 0xff, 0x07, 1, 0, 0]);

/** Frame of an unknown size, and a window of 2 GB. */
const zstd = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0xa7, 0x03, 0, 0, 0, 0, 0]);
describe('Parquet', () => {
  it('that is honest is read', async () => {
    const texts = (await linesOf(fileWith({}))).map(({ bytes }) => bytes.toString());
    expect(texts).toEqual(['{"fsq_place_id":"a"}', '{"fsq_place_id":"b"}', '{"fsq_place_id":"c"}']);
    const data = Buffer.from('\x01\0\0\0a\x01\0\0\0b\x01\0\0\0c');
    expect(await linesOf(fileWith({ page: plain(3), data }))).toHaveLength(3);
  });

  const tooLarge = /damaged, or its row groups are too large/;
  const claims: [string, Lie, RegExp][] = [
    ['rows', { metadata: (all) => (group(all).num_rows = 10n ** 12n) }, /number of rows of a group claims 1,000,000,000/],
    ['a negative number of rows', { metadata: (all) => (group(all).num_rows = -1n) }, /claims -1/],
    ['the size of a column', { metadata: (all) => (column(all).total_compressed_size = 10n ** 9n) }, /size of a column/],
    ['the position of a column', { metadata: (all) => (column(all).data_page_offset = -9n) }, /position of a column/],
    ['the unpacked size of a page', { page: { ...plain(3), uncompressed_page_size: 2e9 }, codec: 'SNAPPY' }, /unpacked size/],
    ['the size of a page', { page: { ...plain(3), compressed_page_size: 2e9 } }, /damaged: Invalid typed array length/],
    ['the values of a page', { page: plain(2e9) }, /damaged: Offset is outside the bounds/],
    ['the values of a dictionary', {
      page: { type: 'DICTIONARY_PAGE', dictionary_page_header: { num_values: 2e9, encoding: 'PLAIN', is_sorted: false } },
    }, /damaged: Offset is outside the bounds/],
    ['a run of levels', { page: plain(3), data: longRun, repetition: optional }, tooLarge],
    ['values without a bit, which fill buffers', {
      page: { data_page_header: { num_values: 1e9, encoding: 'DELTA_LENGTH_BYTE_ARRAY', ...levels } },
      data: Buffer.from([0x80, 0x80, 0x80, 0x80, 0x04, 1, 0, 0, 0, 0]),
    }, tooLarge],
    ['more nulls than values', {
      page: {
        type: 'DATA_PAGE_V2',
        data_page_header_v2: {
          ...{ num_values: 3, num_nulls: -2e9, num_rows: 3, encoding: 'PLAIN' as const, is_compressed: false },
          ...{ definition_levels_byte_length: 0, repetition_levels_byte_length: 0 },
        },
      },
    }, /damaged: Offset is outside the bounds/],
  ]; // prettier-ignore
  it.each(claims)('that lies about %s is rejected', async (_, lie, message) => {
    await expect(linesOf(fileWith(lie))).rejects.toThrow(message);
  });

  it('that lies about its window is rejected without reserving it', async () => {
    const file = fileWith({ page: { ...plain(3), uncompressed_page_size: 15 }, data: zstd, codec: 'ZSTD' });
    await expect(linesOf(file)).rejects.toThrow('damaged: invalid zstd data');
    const before = process.memoryUsage().arrayBuffers;
    expect(() => boundedCompressors.ZSTD?.(zstd, 15)).toThrow('invalid zstd data');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100_000_000);
  });

  it('that lies about the sizes of its rows is read in parts', async () => {
    const file = fileWith({ metadata: (all) => (column(all).total_uncompressed_size = 0n) });
    expect(await linesOf(file)).toHaveLength(3);
  });

  it.each([
    ['its length', [], 2 ** 31, /damaged: parquet metadata length 2147483648 exceeds/],
    [
      'the length of a list',
      [0x29, 0xfc, 0xff, 0xff, 0xff, 0xff, 0x07],
      undefined,
      /damaged: Offset is outside the bounds/,
    ],
    [
      'the length of a text',
      [0x18, 0xff, 0xff, 0xff, 0xff, 0x07],
      undefined,
      /damaged: thrift binary length 2147483647 exceeds/,
    ],
    ['a number', [0x16, ...Array<number>(2_000_000).fill(0x80)], undefined, /damaged/],
    ['its depth', Array<number>(100_000).fill(0x1c), undefined, /damaged: Maximum call stack size exceeded/],
  ])('whose footer lies about %s is rejected', async (_, bytes, length, message) => {
    await expect(linesOf(withFooter(magic, Buffer.from(bytes), length))).rejects.toThrow(message);
  });

  it('whose page index points elsewhere has no other rows', async () => {
    const data = Array.from({ length: 5000 }, (_, at) => `${at}`.padStart(100, '-'));
    const columnData = [{ name: 'fsq_place_id', data, encoding: 'PLAIN' as const }];
    const file = Buffer.from(parquetWriteBuffer({ columnData, pageSize: 10_000 }));
    const { columns } = group(parquetMetadata(new Uint8Array(file).buffer));
    const start = Number(columns[0]?.offset_index_offset);
    expect(start).toBeGreaterThan(0);
    const honest = (await linesOf(file)).map(({ bytes }) => bytes.toString());
    expect(honest).toHaveLength(5000);
    // The position of the first page: after the headers of the list and of its first entry.
    const at = file.indexOf(0x16, start) + 1;
    file.writeUInt8(file.readUInt8(at) + 2, at);
    expect((await linesOf(file)).map(({ bytes }) => bytes.toString())).toEqual(honest);
  });

  /** Each byte of a number makes the next one slower. */
  const long = withFooter(magic, Buffer.from([0x16, ...Array<number>(2_000_000).fill(0xff), 0]));

  it('that would take hours is rejected', async () => {
    const path = join(folder, 'long');
    await writeFile(path, long);
    const reading = readParquet({ path, columns: undefined }, new AbortController().signal, undefined, 3).next();
    await expect(reading).rejects.toThrow(tooLarge);
  });

  it('is not read further once the command is interrupted', async () => {
    const path = join(folder, 'long');
    await writeFile(path, long);
    const started = Date.now();
    const reading = readParquet({ path, columns: undefined }, AbortSignal.timeout(1000)).next();
    await expect(reading).rejects.toThrow(/aborted/);
    expect(Date.now() - started).toBeLessThan(20_000);
  });

  it('rejects a row that is longer than a line may be', async () => {
    const data = [['x'.repeat(1_000_000)], Array<string>(8).fill('y'.repeat(1_000_000)), ['z']];
    const columnData = [{ name: 'fsq_category_labels', data, type: 'JSON' as const }];
    const long = Buffer.from(parquetWriteBuffer({ columnData }));
    const lines = await linesOf(long);
    expect(lines.map(({ bytes, fault }) => [bytes.length > 1_000_000, fault])).toEqual([
      [true, undefined],
      [false, 'is longer than 4,194,304 bytes'],
      [false, undefined],
    ]);
    expect(lines[1]?.bytes).toHaveLength(0);
  });
});

describe('a geometry in well-known binary', () => {
  const [one, two, three] = ['000000000000f03f', '0000000000000040', '0000000000000840'];
  const ring = [[1, 2], [2, 3], [3, 1], [1, 2]]; // prettier-ignore
  const ringBytes = `04000000${one}${two}${two}${three}${three}${one}${one}${two}`;
  const polygon = { type: 'Polygon', coordinates: [ring] };

  it.each([
    ['a point', `0101000000${one}${two}`, { type: 'Point', coordinates: [1, 2] }],
    ['a point, big-endian', '00000000013ff00000000000004000000000000000', { type: 'Point', coordinates: [1, 2] }],
    ['a point with Z', `01e9030000${one}${two}${three}`, { type: 'Point', coordinates: [1, 2, 3] }],
    ['an empty point', '0101000000000000000000f87f000000000000f87f', { type: 'Point', coordinates: [null, null] }],
    ['a polygon', `010300000001000000${ringBytes}`, polygon],
    ['a point with the flags of PostGIS', `0101000020e6100000${one}${two}`, `0101000020e6100000${one}${two}`],
    ['no geometry', '0101000000ff', '0101000000ff'],
    ['less than a header', '0101', '0101'],
    [
      'a polygon that is cut',
      `010300000001000000${ringBytes.slice(0, -2)}`,
      `010300000001000000${ringBytes.slice(0, -2)}`,
    ],
  ])('becomes GeoJSON, or digits: %s', (_, digits, expected) => {
    const { bytes } = lineOf({ geometry: Buffer.from(digits, 'hex') }, 1);
    expect(JSON.parse(bytes.toString())).toEqual({ geometry: expected });
  });
});

describe('a text file', () => {
  it.each([
    ['a record of a collection', '{"features":[{"id":"', '"}]}', { feature: 1 }],
    ['an object over many lines', '{\n"id":"', '"}', {}],
    ['a line', '{"id":"', '"}', {}],
  ])('in gzip with %s of 25 MB is read in constant memory', async (_, start, end, position) => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const bytesHeld = (): number => {
      collectGarbage();
      return process.memoryUsage().arrayBuffers;
    };
    const before = bytesHeld();
    let held = Infinity;
    async function* parts(): AsyncGenerator<Buffer> {
      yield Buffer.from(start);
      for (let part = 0; part < 25; part += 1) yield Buffer.alloc(1_000_000, 'a');
      // Node may free memory some time after it was collected.
      for (let tries = 0; tries < 20 && held > 10_000_000; tries += 1) {
        await delay(50);
        held = bytesHeld() - before;
      }
      yield Buffer.from(end);
    }
    const file = openInputFile('-', Readable.from(parts()).pipe(createGzip({ level: 1 })));
    expect(await linesOf(file)).toEqual([
      { number: 1, ...position, bytes: Buffer.alloc(0), fault: 'is longer than 4,194,304 bytes' },
    ]);
    expect(held).toBeLessThan(10_000_000);
  });

  it('in gzip with a list of one record that does not end is rejected', async () => {
    const input = Readable.from([Buffer.from('{"features":[{"id":"'), Buffer.alloc(5_000_000, 'a')]);
    const file = openInputFile('-', input.pipe(createGzip({ level: 1 })));
    await expect(linesOf(file)).rejects.toThrow('the list of records does not end');
  });
});
