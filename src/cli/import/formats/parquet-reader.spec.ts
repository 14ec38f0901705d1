import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { parquetMetadata } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { foursquareParquet, overtureParquet } from '../../../../test/support/open-data-parquet.js';
import { useTemporaryFolder } from '../../../../test/support/use-temporary-folder.js';
import { withSteps } from '../row-reader.js';
import { type BoundingBox, parseBoundingBox, skipOutside } from './position.js';
import { openInputFile } from '../input-file.js';
import { formatOf } from './formats.js';
import { foursquare } from './foursquare.js';
import { openDataReader } from './open-data-places.js';
import { overture } from './overture.js';

/** Ten row groups of 100 places, one for each degree of longitude from 0 to 9. */
const rows = Array.from({ length: 1000 }, (_, at) => {
  const name = `Place ${at}`;
  return { lng: Math.floor(at / 100) + (at % 100) / 1000, lat: (at % 10) / 10 + 0.05, at, name };
});

const overtureFile = overtureParquet(
  rows.map(({ lng, lat, at, name }) => ({
    ...{ lng, lat },
    columns: {
      ...{ id: `o${at}`, version: 1, names: { primary: name, common: { en: name }, rules: null }, confidence: 0.9 },
      ...{ basic_category: 'cafe', phones: ['+61299998888'], websites: ['https://cafe.example/'] },
      taxonomy: { primary: 'cafe', hierarchy: ['food_and_drink', 'cafe'], alternates: null },
      addresses: [{ freeform: '3 Main St', locality: 'Sydney', postcode: '2000', region: 'AU-NSW', country: 'AU' }],
      sources: [{ property: '', dataset: 'meta', record_id: '1', confidence: 0.9 }],
      operating_status: 'open',
    },
  })),
  { rowGroupSize: 100 },
);

const foursquareFile = foursquareParquet(
  rows.map(({ lng, lat, at, name }) => ({
    ...{ lng, lat },
    columns: {
      ...{ fsq_place_id: `f${at}`, name, address: '3 Main St', locality: 'Sydney', region: 'NSW', country: 'AU' },
      ...{ fsq_category_ids: ['4bf5'], fsq_category_labels: ['Dining and Drinking > Cafe'], tel: '+61 2 9999 8888' },
    },
  })),
  { rowGroupSize: 100 },
);
describe('the bounding box of an import of Parquet', () => {
  const folder = useTemporaryFolder();

  async function read(file: Buffer, format: typeof overture, box: BoundingBox | undefined) {
    const path = join(folder, 'file.parquet');
    await writeFile(path, file);
    const reader = withSteps(openDataReader(format, { box }), box ? [skipOutside(box)] : []);
    const lines = [];
    const ids: string[] = [];
    for await (const line of reader.lines(openInputFile(path, Readable.from([])), new AbortController().signal)) {
      lines.push(line.number);
      const result = reader.parse(line.bytes);
      if ('row' in result) ids.push((result.row as { id: string }).id);
    }
    return { lines, ids };
  }

  it.each([
    ['overture', overtureFile, overture, 'o'],
    ['foursquare', foursquareFile, foursquare, 'f'],
  ])('selects places in the real schema of %s, with their numbers in the file', async (name, file, format, prefix) => {
    const { lines, ids } = await read(file, format, parseBoundingBox('2.01,0.2,3.005,0.4'));
    const expected = rows.filter(({ lng, lat }) => lng >= 2.01 && lng <= 3.005 && lat >= 0.2 && lat <= 0.4);
    expect(ids).toEqual(expected.map(({ at }) => `${name}-${prefix}${at}`));
    expect(lines).toEqual(expect.arrayContaining(expected.map(({ at }) => at + 1)));
    // Rows that are certainly outside do not become lines.
    expect(lines.length).toBeLessThan(expected.length + 10);
  });

  it('reads all places without a box, and none in the sea', async () => {
    expect((await read(overtureFile, overture, undefined)).ids).toHaveLength(1000);
    expect(await read(overtureFile, overture, parseBoundingBox('-20,-20,-10,-10'))).toEqual({ lines: [], ids: [] });
  });

  it('crosses the 180th meridian', async () => {
    const { ids } = await read(overtureFile, overture, parseBoundingBox('9,-90,-179,90'));
    expect(ids).toHaveLength(100);
    expect((await read(overtureFile, overture, parseBoundingBox('179,-90,0.0005,90'))).ids).toEqual(['overture-o0']);
  });

  it('compares degrees that are texts, too', async () => {
    const columns = { id: ['a', 'b'], name: ['A', 'B'], latitude: ['1.5', '1.5'], longitude: ['2.5', '12.5'] };
    const columnData = Object.entries(columns).map(([name, data]) => ({ name, data, type: 'STRING' as const }));
    const file = Buffer.from(parquetWriteBuffer({ columnData }));
    expect((await read(file, formatOf('csv', { columns: {} }), parseBoundingBox('2,1,3,2'))).ids).toEqual(['a']);
  });

  it('does not read row groups outside the box', async () => {
    const damaged = Buffer.from(overtureFile);
    const lastGroup = parquetMetadata(new Uint8Array(overtureFile).buffer).row_groups.at(-1);
    // The first nine row groups. Reading any of them fails.
    damaged.fill(0xff, 4, Number(lastGroup?.columns[0]?.meta_data?.data_page_offset));
    await expect(read(damaged, overture, undefined)).rejects.toThrow('damaged: thrift unhandled type: 15');
    expect((await read(damaged, overture, parseBoundingBox('9,0,10,1'))).ids).toHaveLength(100);
  });
});
