import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { openSource } from '../source.js';
import { readEntries } from './entries.js';
import { foursquare } from './foursquare.js';
import { overture } from './overture.js';

const header = 'fsq_place_id,name,fsq_category_ids';

describe('entries', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'entries-'));
  });

  afterAll(() => rm(folder, { recursive: true }));

  async function entriesOf(content: string | Buffer, format = foursquare, input = false): Promise<[number, unknown][]> {
    const path = join(folder, 'file');
    await writeFile(path, content);
    const source = openSource(input ? '-' : path, Readable.from([Buffer.from(content)]));
    const entries: [number, unknown][] = [];
    for await (const { number, bytes } of readEntries(source, format, new AbortController().signal)) {
      entries.push([number, JSON.parse(bytes.toString())]);
    }
    return entries;
  }

  it('are records of CSV, with a mark at the start, CRLF, and line breaks in quotes', async () => {
    const csv = `\uFEFF${header}\r\n1,"Katz ""the""\r\nDeli",[a]\r\n\r\n2,only two\r\n3,Three,\r\n`;
    expect(await entriesOf(csv)).toEqual([
      [2, { fsq_place_id: '1', name: 'Katz "the"\r\nDeli', fsq_category_ids: '[a]' }],
      [5, ['2', 'only two']],
      [6, { fsq_place_id: '3', name: 'Three', fsq_category_ids: '' }],
    ]);
  });

  it('fail where a quote does not end', async () => {
    await expect(entriesOf(`${header}\n1,"Katz`)).rejects.toThrow(/quote/i);
  });

  const rows = 2500;
  const parquet = Buffer.from(
    parquetWriteBuffer({
      columnData: [
        { name: 'fsq_place_id', data: Array.from({ length: rows }, (_, at) => `p${at}`), type: 'STRING' },
        {
          name: 'latitude',
          data: Array.from({ length: rows }, (_, at) => (at === 1 ? null : at / 100)),
          type: 'DOUBLE',
        },
        { name: 'unread', data: Array.from({ length: rows }, () => 1n), type: 'INT64' },
        { name: 'fsq_category_labels', data: Array.from({ length: rows }, () => ['A > B', 'C']), type: 'JSON' },
        {
          name: 'geom',
          data: Array.from({ length: rows }, () => ({ type: 'Point', coordinates: [1, 2] })),
          type: 'GEOMETRY',
        },
      ],
      rowGroupSize: 1000,
    }),
  );

  it.each([
    ['a file', parquet, false],
    ['a packed file', gzipSync(parquet), false],
    ['standard input', parquet, true],
  ])('are rows of Parquet from %s, over all its groups', async (_, content, input) => {
    const entries = await entriesOf(content, foursquare, input);
    expect(entries).toHaveLength(rows);
    expect(entries[1]).toEqual([
      2,
      {
        fsq_place_id: 'p1',
        latitude: null,
        fsq_category_labels: ['A > B', 'C'],
        geom: { type: 'Point', coordinates: [1, 2] },
      },
    ]);
    expect(entries.at(-1)).toEqual([rows, expect.objectContaining({ fsq_place_id: 'p2499', latitude: 24.99 })]);
  });

  it('are features of a collection, or lines', async () => {
    expect(await entriesOf('{"features":[{"id":1},\n{"id":2}]}', overture)).toEqual([[1, { id: 1 }], [2, { id: 2 }]]); // prettier-ignore
    expect(await entriesOf('{"id":1}\n{"id":2}\n', overture)).toEqual([[1, { id: 1 }], [2, { id: 2 }]]); // prettier-ignore
    expect(await entriesOf('', overture)).toEqual([]);
  });
});
