import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { hashSecret, verifySecret } from '../../src/auth/passwords.js';
import { Links } from '../../src/http/links.js';
import { elasticsearch } from '../support/elasticsearch.js';
import { registeredRoutes } from '../support/routes.js';
import { searchable } from '../support/searchable.js';
import { useCommandLine } from '../support/use-command-line.js';
import { useDirectory } from '../support/use-directory.js';

const samples = resolve('../shared/data/formats');
/** The samples are not in the repository. Without them the tests are skipped. */
const describeOverSamples = (tests: () => void): void => {
  if (existsSync(samples)) describe('over real samples', tests);
  // oxlint-disable-next-line jest/no-disabled-tests -- the title names the missing files
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

  it('warns of members that it does not know', async () => {
    const path = await cli.write('unknown.ndjson', '{"id": "unknown1", "name": "A", "locaton": {"lat": 1, "lng": 2}}');
    const known = await cli.write('known.ndjson', '{"id": "unknown3", "name": "A"}');
    const warning = 'warning: 1 line has the unknown member "locaton", which is left out.';
    for (const options of [['--dry-run', '--strict'], []]) {
      const { status, messages } = await cli.run(['import', 'places', ...options, path, known]);
      expect([status, messages]).toEqual([0, expect.stringContaining(`${path}: ${warning}\n`)]);
      expect(messages).not.toContain(`${known}: warning`);
    }
    const table = await cli.write('unknown.csv', 'id,name,adress\nunknown2,A,Rua A');
    const note = `${table}: columns: id=id (guessed), name=name (guessed); not used: adress (1 value)\n`;
    const { status, messages } = await cli.run(['import', 'places', '--format', 'csv', table]);
    expect([status, messages]).toEqual([0, expect.stringContaining(note)]);
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

  it('reports rejected features by their number, and writes them so that they can be imported again', async () => {
    const bad = JSON.stringify(feature('bad', { names: 5 }), null, 2);
    const collection = `{"type":"FeatureCollection","features":[\n${JSON.stringify(feature('good'))},\n${bad}]}`;
    const { status, messages } = await importAs('overture', 'mixed.geojson', collection);
    expect(status).toBe(1);
    expect(messages).toContain('mixed.geojson: feature 2: names: 5 must be an object\n');
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

  it('clears a field only if the file has its column in this batch or before', async () => {
    const places = Array.from({ length: 1001 }, (_, index) => ({ id: `c${index}`, name: 'A' }));
    const report = async (records: object[]) =>
      (await importAs('geojson', 'c.ndjson', records.map((record) => JSON.stringify(record)).join('\n'))).report;
    expect(await report(places.map((place) => ({ ...place, brand: 'B' })))).toContain('1,001 new');
    // The last line is alone in the second batch, which is parsed while the first is stored.
    const more = places.map((place, index) => (index === 1000 ? { ...place, brand: 'C' } : place));
    expect(await report(more)).toContain('0 new, 1 changed, 1,000 unchanged');
    expect(await report([{ id: 'c0', name: 'A' }, { id: 'c1', name: 'A', brand: 'B' }])).toContain('1 changed, 1 unchanged'); // prettier-ignore
    expect(await cli.query(`SELECT id FROM places WHERE id ~ '^c[0-9]+$' AND brand IS NULL`)).toEqual([{ id: 'c0' }]);
  });

  it('takes the columns of a file for that file only', async () => {
    const one = await cli.write('1.csv', 'id,name,brand\nf1,A,B\nf2,A,B\n');
    const two = await cli.write('2.csv', 'id,name\nf2,C\n');
    const { status, messages } = await cli.run(['import', 'places', '--format', 'csv', one, two]);
    expect([status, messages]).toEqual([0, expect.stringMatching(/2\.csv: columns: id=id \(guessed\), name=name \(guessed\)$/m)]); // prettier-ignore
    expect(await cli.query(`SELECT name, brand FROM places WHERE id = 'f2'`)).toEqual([{ name: 'C', brand: 'B' }]);
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
      expect(messages).toContain('dry.ndjson:3: names: 3 must be an object\n');
      expect(messages).toContain('skipped: 1 × has no name (line 2)');
      expect(await cli.read('dry.ndjson.rejected.ndjson')).toBeUndefined();
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
    [['users', '--format', 'osm', 'x'], '--format is only for places.'],
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

const aPlace = (id: string, more: object = {}): object => ({ id, name: `Place ${id}`, ...more });
const aUser = (id: string, more: object = {}): object => ({ id, name: `User ${id}`, ...more });

/** A category that only these lines have. */
const category = (id: string, name: string, subcategory?: { id: string; name: string }): object => ({
  categories: [{ id, name, ...(subcategory && { subcategory }) }],
});

describe('import', () => {
  const cli = useCommandLine();

  describe('of users', () => {
    it('rejects an e-mail address of another user, ignoring case', async () => {
      await cli.import('users', [aUser('holder', { email: 'held@example.org' })]);
      const { messages } = await cli.import('users', [
        aUser('rival', { email: 'HELD@example.org' }),
        aUser('first', { email: 'new@example.org' }),
        aUser('second', { email: 'New@example.org' }),
      ]);
      expect(messages).toContain('2 × such as email: "HELD@example.org" belongs to the user "holder" (lines 1, 3)\n');
      expect(await cli.query(`SELECT id FROM users WHERE id IN ('rival', 'first', 'second')`)).toEqual([
        { id: 'first' },
      ]);
    });

    it('takes both forms of an international domain for one address', async () => {
      await cli.query(`INSERT INTO users (id, name, email) VALUES ('elsewhere', 'x', 'old@xn--mnchen-3ya.example')`);
      const { messages } = await cli.import('users', [
        aUser('ascii', { email: 'new@xn--mnchen-3ya.example' }),
        aUser('unicode', { email: 'new@MÜNCHEN.example' }),
        aUser('again', { email: 'old@münchen.example' }),
      ]);
      expect(messages).toContain('such as email: "new@münchen.example" belongs to the user "ascii" (lines 2, 3)\n');
      const create = (email: string) => cli.run(['users', 'create', '--name', 'x', '--email', email]);
      for (const email of ['old@münchen.example', 'new@xn--mnchen-3ya.example']) {
        expect((await create(email)).messages).toContain('Another user has this identifier or e-mail address.');
        expect((await cli.run(['users', 'list', '--email', email, '--json'])).output).toMatch(/"(ascii|elsewhere)"/);
      }
      expect(await cli.query(`SELECT email FROM users WHERE id IN ('ascii', 'unicode', 'again')`)).toEqual([
        { email: 'new@münchen.example' },
      ]);
    });

    it('moves an address from one user to another', async () => {
      await cli.import('users', [aUser('giver', { email: 'given@example.org' })]);
      const { status } = await cli.import('users', [aUser('giver'), aUser('a-taker', { email: 'given@example.org' })]);
      expect(status).toBe(0);
      expect(await cli.query(`SELECT id FROM users WHERE email = 'given@example.org'`)).toEqual([{ id: 'a-taker' }]);
    });

    it('hashes a password once, and keeps the hash if a line has no password', async () => {
      const secret = async (): Promise<unknown[]> =>
        cli.query(`SELECT password_hash, xmin FROM users WHERE id = 'secretive'`);
      const line = aUser('secretive', { password: 'a password' });
      await cli.import('users', [line]);
      const first = await secret();
      expect(first).toEqual([expect.objectContaining({ password_hash: expect.stringMatching(/^\$argon2id\$/) })]);
      await cli.import('users', [line]);
      await cli.import('users', [aUser('secretive')]);
      expect(await secret()).toEqual(first);
      await cli.import('users', [{ ...line, password: 'another password' }]);
      expect(await secret()).not.toEqual(first);
    });

    it('hashes a whole batch', async () => {
      const lines = Array.from({ length: 9 }, (_, at) => aUser(`hashed-${at}`, { password: `password ${at}` }));
      expect((await cli.import('users', lines)).report).toContain('9 new, 0 changed, 0 unchanged, 0 rejected');
      expect((await cli.import('users', lines)).report).toContain('0 new, 0 changed, 9 unchanged, 0 rejected');
    });

    it('keeps password and disabled of an earlier line of the same file', async () => {
      const stored = (ids: string[]) =>
        cli.query(
          'SELECT id, password_hash IS NOT NULL AS hashed, disabled FROM users WHERE id = ANY($1) ORDER BY id',
          [ids],
        );
      const disabled = 1_700_000_000_000;
      await cli.import('users', [
        aUser('twice-a', { password: 'a password' }),
        aUser('twice-b', { disabled, password: 'a password' }),
        aUser('twice-a', { disabled }),
        aUser('twice-b'),
        aUser('twice-a', { name: 'The last name' }),
      ]);
      expect(await stored(['twice-a', 'twice-b'])).toEqual([
        { id: 'twice-a', hashed: true, disabled: new Date(disabled) },
        { id: 'twice-b', hashed: true, disabled: new Date(disabled) },
      ]);
      expect(await cli.query(`SELECT name FROM users WHERE id = 'twice-a'`)).toEqual([{ name: 'The last name' }]);
    });

    it('uses the later of a password and a hash in the same file', async () => {
      const hash = await hashSecret('the later password');
      await cli.import('users', [
        aUser('hash-later', { password: 'the earlier password' }),
        aUser('hash-later', { passwordHash: hash }),
        aUser('password-later', { passwordHash: hash }),
        aUser('password-later', { password: 'another password' }),
      ]);
      const [later, password] = await cli.query<{ password_hash: string }>(
        `SELECT password_hash FROM users WHERE id IN ('hash-later', 'password-later') ORDER BY id`,
      );
      expect(later?.password_hash).toBe(hash);
      expect(await verifySecret('another password', password?.password_hash ?? '')).toBe(true);
    });

    it('never enables a disabled user', async () => {
      const disabled = () => cli.query(`SELECT disabled FROM users WHERE id = 'shut-out'`);
      await cli.import('users', [aUser('shut-out', { disabled: 1_700_000_000_000 })]);
      expect(await disabled()).toEqual([{ disabled: new Date(1_700_000_000_000) }]);
      await cli.import('users', [aUser('shut-out', { name: 'Another name' })]);
      expect(await disabled()).toEqual([{ disabled: new Date(1_700_000_000_000) }]);
      const { output } = await cli.run(['export', 'users']);
      expect(output).toMatch(/"id":"shut-out".*"disabled":1700000000000/);
    });
  });

  describe('of categories', () => {
    const namesOf = (id: string): Promise<unknown[]> =>
      cli.query(
        'SELECT c.name, s.name AS sub FROM categories c LEFT JOIN subcategories s ON s.category_id = c.id WHERE c.id = $1 ORDER BY s.id',
        [id],
      );

    it('changes names, also in the index; places only create missing categories', async () => {
      await cli.import('places', [aPlace('named', category('n', 'Named', { id: 'n1', name: 'Part' }))]);
      await cli.import('places', [aPlace('other', category('n', 'Otherwise', { id: 'n1', name: 'Otherwise' }))]);
      expect(await namesOf('n')).toEqual([{ name: 'Named', sub: 'Part' }]);
      await cli.import('categories', [{ id: 'n', name: 'Renamed', subcategories: [{ id: 'n1', name: 'Piece' }] }]);
      expect(await namesOf('n')).toEqual([{ name: 'Renamed', sub: 'Piece' }]);
      expect((await searchable(cli, 'fq=categories.category.name:Renamed')).sort()).toEqual(['named', 'other']);
    });

    it('accepts an exported category that exceeds the line limit of other kinds', async () => {
      const subcategories = Array.from({ length: 30_000 }, (_, at) => ({
        id: `osm-amenity-${at}`,
        name: `Part ${at}`,
      }));
      const { report } = await cli.import('categories', [{ id: 'large', name: 'Large', subcategories }]);
      expect(report).toContain('1 new, 0 changed, 0 unchanged, 0 rejected');
      await cli.run(['export', 'categories', '--output', `${cli.folder}/exported.ndjson`]);
      const again = await cli.run(['import', 'categories', `${cli.folder}/exported.ndjson`]);
      expect([again.status, again.report]).toEqual([0, expect.stringContaining('0 new, 0 changed')]);
      const long = await cli.import('categories', [{ id: 'longer', name: 'x'.repeat(4 * 1024 * 1024) }]);
      expect(long.messages).toContain('is longer than 4,194,304 bytes');
      await cli.query("DELETE FROM subcategories WHERE category_id = 'large'"); // Services that follow need not read them.
    });

    it('removes unlisted subcategories unless a place is in them', async () => {
      await cli.import('categories', [
        {
          id: 'r',
          name: 'R',
          subcategories: [
            { id: '1', name: 'Used' },
            { id: '2', name: 'Unused' },
          ],
        },
      ]);
      await cli.import('places', [aPlace('in-used', category('r', 'R', { id: '1', name: 'Used' }))]);
      const { report } = await cli.import('categories', [{ id: 'r', name: 'R', subcategories: [] }]);
      expect(report).toContain('0 new, 1 changed');
      expect(await namesOf('r')).toEqual([{ name: 'R', sub: 'Used' }]);
    });
  });

  it.each([
    'null',
    '[null]',
    '{}',
    '[{"id":1,"name":"n"}]',
    '[[{"id":"a","name":"n"}]]',
    '[{"id":"a"}]',
    '[{"id":"a","name":null}]',
  ])('cannot be bypassed with unreadable utilities: %s', async (utilities) => {
    const statement = 'INSERT INTO places (id, name, utilities) VALUES ($1, $1, $2::jsonb)';
    await expect(cli.query(statement, ['unreadable', utilities])).rejects.toThrow('places_utilities_named');
  });

  describe('of identifiers', () => {
    const { directory, get } = useDirectory({ over: cli });

    /** Kinds of records with a path of their own, a line of each, and its path. */
    const kinds: [kind: string, path: string, line: (id: string) => object][] = [
      ['places', '/v2/places/:placeId', (id) => aPlace(id)],
      ['users', '/v2/users/:userId', (id) => aUser(id)],
      ['categories', '/v2/categories/:categoryId', (id) => ({ id, name: 'x' })],
      [
        'reviews',
        '/v2/reviews/:reviewId',
        (id) => ({ id, user: 'author', place: 'reviewed', created: 1_700_000_000_000 }),
      ],
    ];

    beforeAll(async () => {
      expect(await cli.import('users', [aUser('author')])).toMatchObject({ status: 0 });
      expect(await cli.import('places', [aPlace('reviewed')])).toMatchObject({ status: 0 });
    });

    it('rejects what the routes give another meaning, in any case', async () => {
      const routes = registeredRoutes(directory.app);
      const rejected: string[] = [];
      for (const [kind, path, line] of kinds) {
        const own = routes.find((route) => route.path === path);
        const parent = path.slice(0, path.lastIndexOf('/') + 1);
        const names = routes
          .filter((route) => route !== own && route.path.startsWith(parent))
          .map((route) => route.path.slice(parent.length))
          .filter((name) => !name.startsWith(':') && !name.includes('/'));
        const titled = names.map((name) => name.charAt(0).toUpperCase() + name.slice(1));
        for (const id of ['.', '..', ...names, ...titled, ...names.map((name) => name.toUpperCase())]) {
          const { messages } = await cli.import(kind, [line(id)]);
          expect([kind, id, messages]).toEqual([
            kind,
            id,
            expect.stringContaining(`${JSON.stringify(id)} is reserved`),
          ]);
          rejected.push(id);
        }
      }
      expect(rejected).toEqual(expect.arrayContaining(['fields', 'Suggest', 'TILES.JSON']));
      expect((await cli.import('users', [aUser('ME')])).messages).toContain('"ME" is reserved');
    });

    it.each(kinds)('links each of %s to itself, whatever the characters', async (kind, _, line) => {
      const ids = [
        ...['a/b', '/a', 'a/', 'fields/', '/fields', 'a/../b', '../a', 'a/hours', 'hours', 'tiles', 'tiles/0/0/0.mvt'],
        ...['%66ields', 'a%2Fb', '%2e%2e', '%', 'a?b=c', 'a#b', 'a&b', 'a b', 'a+b', 'a;b', 'a\\b', ':id', '*', '...'],
        ...['"<>"', "l'été", 'Ünï', '日本', '😀', 'verify', 'a@b.example', 'me/following', 'null', '-', '_', '~'],
      ];
      const { messages, report } = await cli.import(kind, ids.map(line));
      expect([messages, report]).toEqual(['', expect.stringContaining(' 0 rejected')]);
      const root = { places: 'place', users: 'user', categories: 'category', reviews: 'review' }[kind] ?? '';
      for (const id of ids) {
        const { uri } = new Links(directory.url)[root as 'place'](id);
        // As clients do: `URL` resolves dots.
        const { pathname } = new URL(uri);
        const { status, body } = await get(pathname);
        expect([status, body[root]?.id, body[root]?.link.uri]).toEqual([200, id, uri]);
        expect((await get(`${pathname}/`)).body[root]?.id).toBe(id);
      }
    });
  });
});
