import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { elasticsearch } from '../support/elasticsearch.js';
import { useCommandLine } from '../support/use-command-line.js';

const samples = resolve('../shared/data/formats');
/** The samples are not in the repository. Without them the tests are skipped. */
const describeOverSamples = (tests: () => void): void => {
  if (existsSync(samples)) describe('over real samples', tests);
  // eslint-disable-next-line jest/no-disabled-tests -- the title names the missing files
  else describe.skip(`over real samples (needs ${samples})`, tests);
};

const feature = (id: string, properties: object = {}): object => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [151.1, -33.7] },
  properties: { id, names: { primary: `Place ${id}` }, ...properties },
});

describe('import of open data', () => {
  const cli = useCommandLine();

  const importAs = async (format: string, name: string, content: string | Buffer, ...more: string[]) =>
    cli.run(['import', 'places', '--format', format, ...more, await cli.write(name, content)]);

  describeOverSamples(() => {
    it.each([
      ['osm', 'osm-helsinki.geojson.gz', 1377],
      ['overture', 'overture-sydney-5.geojson', 5],
    ])('imports a real sample of %s, and writes nothing if run again', async (format, name, count) => {
      const args = ['import', 'places', '--format', format, join(samples, name)];
      const read = `${count.toLocaleString('en')} read`;
      expect(await cli.run(args)).toMatchObject({
        status: 0,
        report: expect.stringContaining(
          `${read}, ${count.toLocaleString('en')} new, 0 changed, 0 unchanged, 0 rejected`,
        ),
      });
      expect(await cli.query(`SELECT FROM places WHERE id LIKE '${format}-%' AND lat IS NOT NULL`)).toHaveLength(count);
      expect((await cli.run(args)).report).toContain(
        `${read}, 0 new, 0 changed, ${count.toLocaleString('en')} unchanged`,
      );
      expect(await cli.query('SELECT FROM place_changes')).toEqual([]);
    });
  });

  it('removes closed places with their reviews, also from the index', async () => {
    const lines = (status: string): string =>
      [feature('stays'), feature('closes', { operating_status: status })]
        .map((line) => JSON.stringify(line))
        .join('\n');
    await importAs('overture', 'closing.ndjson', lines('open'));
    await cli.query(`INSERT INTO users (id, name) VALUES ('u', 'U')`);
    await cli.query(`INSERT INTO reviews (id, user_id, place_id, created) VALUES ('r', 'u', 'overture-closes', now())`);
    const { status, report, messages } = await importAs('overture', 'closing.ndjson', lines('permanently_closed'));
    expect([status, report]).toEqual([0, expect.stringContaining('0 rejected, 1 skipped, 1 removed')]);
    expect(messages).toContain('removed 1 closed place, with 1 review and 0 check-ins');
    expect(await cli.query(`SELECT id FROM places WHERE id IN ('overture-closes', 'overture-stays')`)).toEqual([
      { id: 'overture-stays' },
    ]);
    const document = (id: string) => elasticsearch(`${cli.database.name}/_doc/${id}`);
    expect((await document('overture-closes')).status).toBe(404);
    expect((await document('overture-stays')).status).toBe(200);
  });

  it('keeps statistics and lists of the directory', async () => {
    await importAs('overture', 'kept.ndjson', JSON.stringify(feature('kept')));
    await cli.query(`UPDATE places SET rating = 4.5, reviews = 2, place_lists = '{l}' WHERE id = 'overture-kept'`);
    const { report } = await importAs('overture', 'kept.ndjson', JSON.stringify(feature('kept')));
    expect(report).toContain('0 changed, 1 unchanged');
    expect(await cli.query(`SELECT rating, place_lists FROM places WHERE id = 'overture-kept'`)).toEqual([
      { rating: '4.5', place_lists: ['l'] },
    ]);
  });

  it.each([
    ['overture', 'known.ndjson', (name: string) => JSON.stringify(feature('known', { names: { primary: name } }))],
    ['foursquare', 'known.csv', (name: string) => `fsq_place_id,name\nknown,${name}\n`],
  ])('keeps fields that %s lacks', async (format, file, release) => {
    await importAs(format, file, release('Before'));
    const id = `${format}-known`;
    await cli.query(`UPDATE places SET district = 'Centro', opening_hours = 'Mo-Fr' WHERE id = $1`, [id]);
    expect((await importAs(format, file, release('After'))).report).toContain('1 changed');
    expect(await cli.query('SELECT name, district, opening_hours FROM places WHERE id = $1', [id])).toEqual([
      { name: 'After', district: 'Centro', opening_hours: 'Mo-Fr' },
    ]);
  });

  it('clears fields that the data set has but the record lacks', async () => {
    const node = (tags: object) =>
      JSON.stringify({ type: 'node', id: 9, lat: 1, lon: 1, tags: { name: 'N', shop: 'x', ...tags } });
    const stored = () => cli.query(`SELECT district, opening_hours FROM places WHERE id = 'osm-node-9'`);
    await importAs('osm', 'known.json', node({ 'addr:suburb': 'Centro', opening_hours: 'Mo-Fr' }));
    expect(await stored()).toEqual([{ district: 'Centro', opening_hours: 'Mo-Fr' }]);
    await importAs('osm', 'known.json', node({}));
    expect(await stored()).toEqual([{ district: null, opening_hours: null }]);
  });

  it('reports rejected records by their first line, and writes them so that they can be imported again', async () => {
    const bad = JSON.stringify(feature('bad', { names: 5 }), null, 2);
    const collection = `{"type":"FeatureCollection","features":[\n${JSON.stringify(feature('good'))},\n${bad}]}`;
    const { status, messages } = await importAs('overture', 'mixed.geojson', collection);
    expect(status).toBe(1);
    expect(messages).toContain('mixed.geojson:3: names: 5 must be an object, or a string with one in JSON\n');
    const kept = (await cli.read('mixed.geojson.rejected.ndjson')) ?? '';
    expect(kept.trimEnd().split('\n')).toHaveLength(1);
    expect(
      (await importAs('overture', 'again.ndjson', kept.replace('"names": 5', '"names": {"primary": "Good"}'))).report,
    ).toContain('1 new');
  });

  it('imports a table of your own, and leaves what it has no column for', async () => {
    const map = await cli.write('own-map.csv', 'source,category,subcategory\nCulture,Cultura,\n');
    const options = ['--source', 'City of Santos', '--columns', 'id=code'];
    const first = await importAs('csv', 'own.csv', 'code;title;tel;city;category\nb1;Azul;+551333334444;Santos;Culture\n', ...options, '--map', map); // prettier-ignore
    expect(first).toMatchObject({ status: 0, report: expect.stringContaining('1 new') });
    expect(first.messages).toContain('own.csv: columns: id=code, name=title (guessed), phones=tel (guessed), address.city=city (guessed), category=category (guessed)'); // prettier-ignore
    const second = await importAs('csv', 'own.csv', 'code\ttitle\tcity\nb1\tVerde\tNULL\n', ...options);
    expect(second).toMatchObject({ status: 0, report: expect.stringContaining('1 changed') });
    const stored = () => cli.query(`SELECT name, phones, city, source FROM places WHERE id = 'b1'`);
    expect(await stored()).toEqual([{ name: 'Verde', phones: ['551333334444'], city: null, source: 'City of Santos' }]);
    expect(await cli.query(`SELECT category_id FROM place_categories WHERE place_id = 'b1'`)).toEqual([
      { category_id: 'cultura' },
    ]);
    const third = await importAs('csv', 'own.csv', 'code,title,gone\nb1,Verde,no\n', ...options, '--columns', 'id=code,closed=gone'); // prettier-ignore
    expect(third).toMatchObject({ status: 0, report: expect.stringContaining('1 unchanged') });
    const last = await importAs('csv', 'own.csv', 'code,title,gone\nb1,Verde,2020-01-01\n', ...options, '--columns', 'id=code,closed=gone'); // prettier-ignore
    expect([last.status, await stored()]).toEqual([0, []]);
  });

  it('replaces a source of your own', async () => {
    const replace = (text: string) => importAs('csv', 'own.csv', text, '--replace-source', 'Mine', '--max-deleted-percent', '50'); // prettier-ignore
    expect(await replace('id,name\nm1,A\nm2,B\n')).toMatchObject({ status: 0 });
    expect((await replace('ref,name,id\nm1,A')).status).toBe(1);
    expect(await replace('id,name\nm1,A\n')).toMatchObject({ status: 0, output: expect.stringContaining('1 deleted') });
    expect(await cli.query(`SELECT id FROM places WHERE source = 'Mine'`)).toEqual([{ id: 'm1' }]);
  });

  it.each([
    ['own.csv', 'id,name\n1,A\n', '--format csv'],
    ['own.geojson', '{"type":"FeatureCollection","features":[]}', '--format geojson'],
  ])('names the option for %s without a format', async (name, content, hint) => {
    const { status, messages } = await cli.run(['import', 'places', await cli.write(name, content)]);
    expect([status, messages]).toEqual([1, expect.stringContaining(hint)]);
  });

  it('maps categories', async () => {
    const map = await cli.write('map.csv', 'source,category,subcategory\nbar,Comida,Bares\n');
    const line = JSON.stringify(feature('mapped', { categories: { primary: 'bar' } }));
    await importAs('overture', 'mapped.ndjson', line, '--map', map);
    expect(
      await cli.query(`SELECT category_id, subcategory_id FROM place_categories WHERE place_id = 'overture-mapped'`),
    ).toEqual([{ category_id: 'comida', subcategory_id: 'comida.bares' }]);
  });

  describe('--dry-run', () => {
    it('reports valid and rejected lines without any server', async () => {
      const lines = [feature('1'), feature('2', { names: null }), feature('3', { names: 3 }), 'nonsense'];
      const path = await cli.write('dry.ndjson', lines.map((line) => JSON.stringify(line)).join('\n'));
      const nowhere = { DATABASE_URL: undefined, ELASTICSEARCH_URL: undefined };
      const { status, report, messages } = await cli.run(
        ['import', 'places', '--format', 'overture', '--dry-run', path],
        nowhere,
      );
      expect(status).toBe(1);
      expect(report).toContain('4 read, 1 valid, 2 rejected, 1 skipped');
      expect(messages).toContain('dry.ndjson:3: names: 3 must be an object, or a string with one in JSON\n');
      expect(messages).toContain('skipped: 1 × has no name (line 2)');
      expect(await cli.read('dry.ndjson.rejected.ndjson')).toBeUndefined();
    });

    it('works for records in the shape of the interface', async () => {
      const path = await cli.write('dry-places.ndjson', '{"id":"dry","name":"Dry"}\n');
      const { status, report } = await cli.run(['import', 'places', '--dry-run', path]);
      expect([status, report]).toEqual([0, expect.stringContaining('1 valid')]);
      expect(await cli.query(`SELECT FROM places WHERE id = 'dry'`)).toEqual([]);
    });
  });

  it('finishes an interrupted import when run again', async () => {
    const text = Array.from({ length: 5000 }, (_, at) => `${JSON.stringify(feature(`many-${at}`))}\n`).join('');
    const bytes = Buffer.from(text);
    const input = Readable.from(
      (async function* () {
        yield bytes.subarray(0, bytes.length / 2);
        await new Promise((go) => setTimeout(go, 500));
        process.emit('SIGINT');
        yield bytes.subarray(bytes.length / 2);
      })(),
    );
    expect((await cli.run(['import', 'places', '--format', 'overture', '-'], {}, input)).status).toBe(130);
    const { status, report } = await importAs('overture', 'many.ndjson', bytes);
    const [, fresh = 0, unchanged = 0] = /([\d,]+) new, 0 changed, ([\d,]+) unchanged/.exec(report)?.map(count) ?? [];
    expect([status, fresh + unchanged, unchanged >= 1000, fresh > 0]).toEqual([0, 5000, true, true]);
    expect(await cli.query('SELECT FROM place_changes')).toEqual([]);
  });

  it.each([
    [['users', '--format', 'osm', 'x'], '--format osm is only for places.'],
    [['places', '--map', 'x', 'y'], '--map needs --format'],
    [['places', '--format', 'osm', '--columns', 'id=x', 'y'], '--columns needs --format csv or --format geojson'],
    [['places', '--format', 'csv', '--columns', 'nix=x', 'y'], '--columns: "nix=x" must be MEMBER=COLUMN'],
    [['places', '--format', 'osm', '--map', 'no-such-file', 'x'], 'The category map no-such-file cannot be read'],
  ])('rejects %j', async (args, message) => {
    const { status, messages } = await cli.run(['import', ...args]);
    expect([status > 0, messages]).toEqual([true, expect.stringContaining(message)]);
  });
});

function count(written: string): number {
  return Number(written.replaceAll(',', ''));
}
