import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { type Result } from '../support/command-line.js';
import { aPlace as aStoredPlace } from '../support/factories.js';
import { searchable } from '../support/searchable.js';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.js';
import { useCommandLine } from '../support/use-command-line.js';

describe('import', () => {
  const created = 1679399729700;
  const aPlace = (id: string, more: object = {}): object => ({ id, name: `Place ${id}`, ...more });
  const aUser = (id: string, more: object = {}): object => ({ id, name: `User ${id}`, ...more });

  const inputOf = (line: object): Readable => Readable.from([Buffer.from(`${JSON.stringify(line)}\n`)]);

  const cli = useCommandLine();

  /** The versions of all rows, which change with every write. */
  const versionsOf = (...tables: string[]): Promise<unknown[][]> =>
    Promise.all(tables.map((table) => cli.query(`SELECT ctid, xmin FROM ${table} ORDER BY ctid`)));

  it('stores the records of files, and writes nothing if run again', async () => {
    const folder = join(__dirname, '../../src/cli/seed/data');
    const tables = { categories: 14, places: 66, users: 12, follows: 46, checkins: 90, reviews: 60 };
    for (const [kind, count] of Object.entries(tables)) {
      const path = await cli.write(`seed-${kind}.gz`, gzipSync(readFileSync(join(folder, `${kind}.ndjson`))));
      const { status, report } = await cli.run(['import', kind, path]);
      expect([status, report]).toEqual([0, expect.stringContaining(`${count} read, ${count} new, 0 changed`)]);
    }
    const all = [...Object.keys(tables), 'subcategories', 'place_categories'];
    const before = await versionsOf(...all);
    for (const [kind, count] of Object.entries(tables)) {
      const { status, report } = await cli.run(['import', kind, join(cli.folder, `seed-${kind}.gz`)]);
      expect([status, report]).toEqual([0, expect.stringContaining(`0 new, 0 changed, ${count} unchanged`)]);
    }
    expect(await versionsOf(...all)).toEqual(before);
    expect(await cli.query('SELECT FROM place_changes')).toEqual([]);
  });

  it('makes places searchable before it returns', async () => {
    const { status } = await cli.import('places', [aPlace('searchable', { name: 'Zymurgy House' })]);
    expect(status).toBe(0);
    expect(await searchable(cli, 'q=zymurgy')).toEqual(['searchable']);
    await cli.import('places', [aPlace('searchable', { name: 'Quixotic House' })]);
    expect(await searchable(cli, 'q=zymurgy')).toEqual([]);
    expect(await searchable(cli, 'q=quixotic')).toEqual(['searchable']);
  });

  it('stores every field of a place', async () => {
    const line = aStoredPlace({
      id: 'whole',
      phones: ['+55 (11) 3251-5644'],
      location: { lat: '-23.5600', lng: '-46.650' },
      statistics: { pageviews: '9223372036854775807', rating: '4.0', reviews: '1', checkins: '2', photos: '3' },
      featured: { photo: { medium: 'https://img.example.org/whole.jpg' } },
      placeLists: [{ id: 'l1' }],
      utilities: [{ id: 'u1', name: 'Wi-Fi' }],
      openingHours: 'Mo-Fr 08:00-18:00',
    });
    await cli.import('places', [line]);
    expect(await cli.query(`SELECT * FROM places WHERE id = 'whole'`)).toEqual([
      expect.objectContaining({
        ...line.address,
        ...line.statistics,
        ...line.location,
        phones: ['551132515644'],
        featured_photo: 'https://img.example.org/whole.jpg',
        place_lists: ['l1'],
        utilities: line.utilities,
        opening_hours: line.openingHours,
      }),
    ]);
    // The same number with other digits is a change.
    const { report } = await cli.import('places', [{ ...line, location: { lat: '-23.56', lng: '-46.65' } }]);
    expect(report).toContain('1 changed');
    // A field that the line lacks is cleared.
    await cli.import('places', [aPlace('whole')]);
    expect(await cli.query(`SELECT lat, rating, phones, district FROM places WHERE id = 'whole'`)).toEqual([
      { lat: null, rating: null, phones: [], district: null },
    ]);
    expect(await cli.query(`SELECT FROM place_categories WHERE place_id = 'whole'`)).toEqual([]);
  });

  it('reports rejected lines, writes them to a file, and imports the others', async () => {
    const lines = ['{"id":"good1","name":"Good"}\r', 'nonsense', '', '{"id":"bad"}', '{"id":"good2","name":"Good"}'];
    const bad = await cli.import('places', lines, 'mixed.ndjson');
    const path = join(cli.folder, 'mixed.ndjson');
    expect(bad.status).toBe(1);
    expect(bad.messages).toContain(`${path}:2: is not JSON: `);
    expect(bad.messages).toContain(`${path}:4: name: is missing\n`);
    expect(bad.report).toContain('4 read, 2 new, 0 changed, 0 unchanged, 2 rejected');
    expect(await cli.read('mixed.ndjson.rejected.ndjson')).toBe('nonsense\n{"id":"bad"}\n');
    expect(await cli.query(`SELECT id FROM places WHERE id IN ('good1', 'good2', 'bad') ORDER BY id`)).toHaveLength(2);

    const good = await cli.import('places', [aPlace('good1')], 'mixed.ndjson');
    expect(good.status).toBe(0);
    expect(await cli.read('mixed.ndjson.rejected.ndjson')).toBeUndefined();
  });

  it('leaves out invalid optional values, reports them, and rejects their lines with --strict', async () => {
    const path = await cli.write(
      'values.ndjson',
      [
        {
          id: 'v1',
          name: 'V',
          phones: ['fax 11 3333-4444', '+55 11 3333-5555 ramal 12'],
          urlService: 'info@example.com',
        },
        { id: 'v2', name: 'V', phones: ['n.a.\u001b[31m'], statistics: { rating: '10' }, openingHours: 'tbd' },
        { id: 'v3', name: 'V', phones: ['n.a.', '551133336666'], urlService: 'www.example.com' },
        { id: 'v4', name: 'V' },
      ]
        .map((line) => JSON.stringify(line))
        .join('\n'),
    );
    const strict = await cli.run(['import', 'places', '--strict', '--dry-run', path]);
    expect(strict).toMatchObject({ status: 1, report: expect.stringContaining('4 read, 1 valid, 3 rejected') });
    expect(strict.messages).toContain(
      `${path}:1: urlService: "info@example.com" is no web address; phones[0]: "11 3333-4444" is a fax number\n`,
    );

    const dry = await cli.run(['import', 'places', '--dry-run', path]);
    expect(dry).toMatchObject({ status: 0, report: expect.stringContaining('4 read, 4 valid, 0 rejected, 3 warned') });
    const { status, report, messages } = await cli.run(['import', 'places', path]);
    expect([status, report]).toEqual([
      0,
      expect.stringContaining('4 new, 0 changed, 0 unchanged, 0 rejected, 3 warned'),
    ]);
    for (const warning of [
      '2 × such as phones[0]: "n.a.\\u001b[31m" holds no telephone number, left out (lines 2, 3)',
      '1 × urlService: "info@example.com" is no web address, left out (line 1)',
      '1 × phones[0]: "11 3333-4444" is a fax number, left out (line 1)',
      '1 × statistics.rating: "10" must be a decimal number from 0 to 5, left out (line 2)',
      '1 × openingHours: "tbd" cannot be read with certainty, so searches do not find the place open (line 2)',
    ]) {
      expect(messages).toContain(`${path}: warning: ${warning}\n`);
      expect(dry.messages).toContain(`${path}: warning: ${warning}\n`);
    }
    const columns = 'id, phones, url_service, rating, opening_hours';
    expect(await cli.query(`SELECT ${columns} FROM places WHERE id IN ('v1', 'v2', 'v3') ORDER BY id`)).toEqual([
      { id: 'v1', phones: ['551133335555'], url_service: null, rating: null, opening_hours: null },
      { id: 'v2', phones: [], url_service: null, rating: null, opening_hours: 'tbd' },
      { id: 'v3', phones: ['551133336666'], url_service: 'www.example.com', rating: null, opening_hours: null },
    ]);
    expect(await cli.read('values.ndjson.rejected.ndjson')).toBeUndefined();
  });

  it('imports a file together with its rejected lines of an earlier run', async () => {
    const first = await cli.write('again.ndjson', `{"bad":1}\n${JSON.stringify(aPlace('again1'))}`);
    const second = await cli.write('again.ndjson.rejected.ndjson', JSON.stringify(aPlace('again2')));
    const { report } = await cli.run(['import', 'places', first, second]);
    expect(report).toMatch(/again\.ndjson: 2 read, 1 new.*1 rejected.*\n.*rejected\.ndjson: 1 read, 1 new/);
    expect(await cli.read('again.ndjson.rejected.ndjson')).toBe('{"bad":1}\n');
  });

  it('keeps the bytes of rejected lines that are not UTF-8, and the number of those that are too long', async () => {
    const long = Buffer.from(`{"id":"long","name":"${'x'.repeat(1024 * 1024)}"}`);
    const broken = Buffer.from([0x22, 0xff, 0x22]);
    const end = Buffer.from('\n');
    const path = await cli.write('bytes.ndjson', Buffer.concat([broken, end, long, end, Buffer.from('{}')]));
    const { messages } = await cli.run(['import', 'follows', path]);
    expect(messages).toContain(
      `${path}:1: is not UTF-8\n${path}:2: is longer than 1,048,576 bytes\n${path}:3: follower: `,
    );
    expect(await cli.read('bytes.ndjson.rejected.ndjson')).toBe(
      `${broken.toString()}\n{"line":2,"reason":"is longer than 1,048,576 bytes"}\n{}\n`,
    );
  });

  it('reports equal reasons as one line with a count', async () => {
    const { messages } = await cli.import('users', Array(30).fill('{}'), 'many.ndjson');
    expect(messages).toMatch(/many\.ndjson: rejected: 30 × id: is missing.* \(lines 1, 2, 3, 4, 5, …\)$/m);
    const kept = ((await cli.read('many.ndjson.rejected.ndjson')) ?? '').trimEnd().split('\n');
    expect(kept.map((line) => JSON.parse(line) as unknown)).toEqual(
      kept.map((_, at) => ({ line: at + 1, reason: expect.stringMatching(/^id: is missing/) as string })),
    );
    expect(kept).toHaveLength(30);
  });

  it('keeps no password of rejected users', async () => {
    const lines = ['{"id":"me","name":"M","password":"hunter2 hunter2"}', '{"id":"x","password": hunter2}'].join('\n');
    const path = await cli.write('secret.ndjson', lines);
    const { status, output, messages } = await cli.run(['import', 'users', path]);
    const kept = await cli.read('secret.ndjson.rejected.ndjson');
    expect([status, `${output}${messages}${kept}`]).toEqual([1, expect.not.stringContaining('hunter2')]);
    expect(kept).toMatch(
      /^\{"line":1,"reason":"id: \\"me\\" is reserved.*\n\{"line":2,"reason":"is not JSON: Unexpected token"\}\n$/,
    );
  });

  it('keeps no password of users among the lines of another kind', async () => {
    const user = '{"id":"u","name":"U","email":"u@example.com","password":"hunter2 hunter2"}';
    const { status } = await cli.import('places', [aPlace('p1'), aPlace('p2'), user], 'both.ndjson');
    expect(status).toBe(1);
    expect(await cli.read('both.ndjson.rejected.ndjson')).toMatch(
      /^\{"line":3,"reason":"looks like users, [^"]*"\}\n$/,
    );
    await cli.query("DELETE FROM places WHERE id IN ('p1', 'p2')");
  });

  it('stores the later of two lines of a record', async () => {
    const lines = [aPlace('twice', { name: 'First' }), aPlace('twice', { name: 'Second' }), { id: 'twice' }];
    const { report } = await cli.import('places', lines);
    expect(report).toContain('3 read, 1 new, 0 changed, 1 unchanged, 1 rejected');
    expect(await cli.query(`SELECT name FROM places WHERE id = 'twice'`)).toEqual([{ name: 'Second' }]);
  });

  it('rejects references to missing records, but not another line of the same record', async () => {
    await cli.import('places', [aPlace('here')]);
    await cli.import('users', [aUser('one'), aUser('two')]);
    const follows = await cli.import('follows', [
      { follower: 'one', following: 'nobody', created },
      { follower: 'one', following: 'two', created },
    ]);
    expect(follows.messages).toContain(':1: following: there is no user "nobody"\n');
    expect(follows.report).toContain('1 new, 0 changed, 0 unchanged, 1 rejected');
    const reviews = await cli.import('reviews', [
      { id: 'a', user: 'one', place: 'here', created },
      { id: 'a', user: 'none', place: 'nowhere', created },
    ]);
    expect(reviews.messages).toContain(':2: user: there is no user "none"; place: there is no place "nowhere"\n');
    expect(await cli.query(`SELECT user_id, place_id, created FROM reviews WHERE id = 'a'`)).toEqual([
      { user_id: 'one', place_id: 'here', created: new Date(created) },
    ]);
  });

  it('does not double check-ins without an identifier', async () => {
    await cli.import('places', [aPlace('there')]);
    await cli.import('users', [aUser('guest')]);
    const line = { user: 'guest', place: 'there', source: 'web', created };
    const { report } = await cli.import('checkins', [line, { ...line, created: created + 1 }, line]);
    expect(report).toContain('3 read, 2 new');
    expect((await cli.import('checkins', [line])).report).toContain('0 new, 0 changed, 1 unchanged');
  });

  it('rejects only the lines that PostgreSQL rejects', async () => {
    await cli.query(`ALTER TABLE users ADD CONSTRAINT no_zed CHECK (name !~ 'Zed')`);
    const names = Array.from({ length: 50 }, (_, at) => aUser(`z${at}`, at % 20 === 7 ? { name: 'Zed' } : {}));
    const { report, messages } = await cli.import('users', names, 'zed.ndjson');
    await cli.query('ALTER TABLE users DROP CONSTRAINT no_zed');
    expect(report).toContain('50 read, 47 new, 0 changed, 0 unchanged, 3 rejected');
    expect(messages).toMatch(/zed\.ndjson: rejected: 3 × PostgreSQL rejects it: .* \(lines 8, 28, 48\)$/m);
    expect(await cli.read('zed.ndjson.rejected.ndjson')).toMatch(/^\{"line":8,.*\n\{"line":28,.*\n\{"line":48,.*\n$/);
  });

  it('reads standard input', async () => {
    const { status, report } = await cli.run(['import', 'users', '-'], {}, inputOf(aUser('piped')));
    expect([status, report]).toEqual([0, expect.stringContaining('stdin: 1 read, 1 new')]);
  });

  it('keeps rejected lines of standard input apart by kind', async () => {
    const folder = process.cwd();
    process.chdir(cli.folder);
    try {
      await cli.run(['import', 'places', '-'], {}, inputOf({ id: 'nameless' }));
      await cli.run(['import', 'users', '-'], {}, inputOf(aUser('valid')));
    } finally {
      process.chdir(folder);
    }
    expect(await cli.read('stdin.places.rejected.ndjson')).toBe('{"id":"nameless"}\n');
  });

  it('stops on Ctrl-C after the lines read so far', async () => {
    const line = Buffer.from(`${JSON.stringify(aPlace('before', { name: 'Kookaburra' }))}\n`);
    let askForMore: () => void = () => undefined;
    const askedForMore = new Promise<void>((resolve) => (askForMore = resolve));
    const input = new Readable({ highWaterMark: 1, read: askForMore });
    input.push(line);
    const running = cli.run(['import', 'places', '-'], {}, input);
    // The reader asks for more input once it has taken the line, and parses the line one turn later.
    await askedForMore;
    await setImmediate();
    process.emit('SIGINT');
    const { status, report, messages } = await running;
    expect([status, messages]).toEqual([130, 'Interrupted.\n']);
    expect(report).toContain('stdin: 1 read, 1 new');
    expect(await searchable(cli, 'q=kookaburra')).toEqual(['before']);
  });

  it('says that a file has no records', async () => {
    const { status, messages } = await cli.run(['import', 'reviews', await cli.write('none.ndjson', '\n')]);
    expect([status, messages]).toEqual([0, expect.stringContaining('none.ndjson: no records were read')]);
  });

  it('continues with the next file after an unreadable one', async () => {
    const packed = gzipSync(Array.from({ length: 20_000 }, (_, at) => JSON.stringify(aUser(`cut${at}`))).join('\n'));
    const cut = await cli.write('cut.gz', packed.subarray(0, packed.length - 20));
    const whole = await cli.write('after.ndjson', JSON.stringify(aUser('after')));
    const { status, messages } = await cli.run(['import', 'users', join(cli.folder, 'none'), cli.folder, cut, whole]);
    expect(status).toBe(1);
    expect(messages).toContain('none cannot be read: ENOENT');
    expect(messages).toContain(`${cli.folder} cannot be read: it is a folder`);
    expect(messages).toContain(
      'cut.gz cannot be read whole: unexpected end of file. The lines before that are imported.',
    );
    expect(await cli.query(`SELECT id FROM users WHERE id IN ('after', 'cut0')`)).toHaveLength(2);
  });

  describe('of the wrong kind', () => {
    const users = Array.from({ length: 3 }, (_, at) => aUser(`wrong${at}`, { email: `wrong${at}@example.org` }));
    const count = async () => (await cli.query("SELECT FROM places WHERE id LIKE 'wrong%'")).length;

    it('rejects a line that looks like another kind, and stores the others', async () => {
      const lines = [aPlace('right0'), aPlace('right1', { email: 'a@example.org', location: {} }), users[0]];
      const { status, report, messages } = await cli.import('places', lines, 'mixed.ndjson');
      expect([status, report]).toEqual([1, expect.stringContaining('mixed.ndjson: 3 read, 2 new')]);
      expect(messages).toContain('mixed.ndjson:3: looks like users, not places: `import users` reads it\n');
      expect(await cli.query("SELECT id FROM places WHERE id ~ '^(right|wrong)' ORDER BY id")).toEqual([
        { id: 'right0' },
        { id: 'right1' },
      ]);
      await cli.query("DELETE FROM places WHERE id LIKE 'right%'");
    });

    it.each([[], ['--dry-run']])('stops before it stores anything of the file: %j', async (...options) => {
      const lines = [...users, aPlace('wrong9')].map((line) => JSON.stringify(line));
      const wrong = await cli.write('users.ndjson', lines.join('\n'));
      const { status, messages } = await cli.run(['import', 'places', ...options, wrong]);
      expect([status, messages]).toEqual([
        1,
        `Nothing of ${wrong} is stored: it looks like users. Run \`import users ${wrong}\`.\n`,
      ]);
      expect(await count()).toBe(0);
      expect(await cli.read('users.ndjson.rejected.ndjson')).toBeUndefined();
    });

    it.each([[], ['--dry-run']])('stops at standard input, too: %j', async (...options) => {
      const input = Readable.from([Buffer.from(users.map((line) => `${JSON.stringify(line)}\n`).join(''))]);
      const { status, messages } = await cli.run(['import', 'places', ...options, '-'], {}, input);
      expect([status, messages]).toEqual([
        1,
        expect.stringContaining('Nothing of - is stored: it looks like users. Run `import users -`.\n'),
      ]);
      expect(await count()).toBe(0);
    });

    it('names each kind of a mixed file', async () => {
      const follow = { follower: 'a', following: 'b', created };
      const { status, messages } = await cli.import('places', [users[0], follow], 'two.ndjson');
      expect([status, messages]).toEqual([1, expect.stringContaining('it looks like users and follows. Write a file')]);
    });
  });

  describe('--json', () => {
    const report = ({ output }: { output: string }) => JSON.parse(output) as Record<string, unknown>;

    it('prints what became of each file, with reasons', async () => {
      const lines = [
        aPlace('json1', { phones: ['n.a.'] }),
        aPlace('json2', { phones: ['none'] }),
        { id: 'json3' },
        aUser('json4', { email: 'json4@example.org' }),
      ];
      const [places, none] = [
        await cli.write('json.ndjson', lines.map((line) => JSON.stringify(line)).join('\n')),
        join(cli.folder, 'absent.ndjson'),
      ];
      const result = await cli.run(['import', 'places', '--json', places, none]);
      const [run] = await cli.query<{ id: string }>('SELECT id FROM import_runs ORDER BY id DESC LIMIT 1');
      expect([result.status, report(result)]).toEqual([
        1,
        {
          run: Number(run?.id),
          kind: 'places',
          dryRun: false,
          complete: false,
          files: [
            {
              ...{ file: places, complete: true, read: 4, new: 2, changed: 0, unchanged: 0, rejected: 2, skipped: 0 },
              ...{
                warned: 2,
                removed: 0,
                removedReviews: 0,
                removedCheckins: 0,
                seconds: expect.any(Number) as number,
              },
              rejectedReasons: [
                { reason: 'name: is missing', count: 1, lines: [3] },
                { reason: expect.stringContaining('looks like users') as string, count: 1, lines: [4] },
              ],
              skippedReasons: [],
              warnings: [{ reason: 'phones[0]: "n.a." holds no telephone number, left out', count: 2, lines: [1, 2] }],
            },
            { file: none, complete: false, fault: expect.stringContaining('ENOENT') as string },
          ],
        },
      ]);
    });

    it('prints a dry run, and a whole import', async () => {
      const args = ['import', 'users', '--json', await cli.write('json.ndjson', JSON.stringify(aUser('json5')))];
      const dry = await cli.run([...args, '--dry-run']);
      const expected = { kind: 'users', dryRun: true, complete: true, files: [{ read: 1, valid: 1, rejected: 0 }] };
      expect([dry.status, report(dry)]).toEqual([0, expect.objectContaining({ kind: 'users' })]);
      expect(report(dry)).toMatchObject(expected);
      expect(report(await cli.run(args))).toMatchObject({ complete: true, files: [{ read: 1, new: 1 }] });
    });

    it('prints a file of another kind', async () => {
      const input = inputOf(aUser('json6', { email: 'json6@example.org' }));
      const result = await cli.run(['import', 'places', '--json', '-'], {}, input);
      const files = [{ file: 'stdin', complete: false, fault: 'it looks like users', read: 0 }];
      expect([result.status, report(result)]).toEqual([1, expect.objectContaining({ complete: false })]);
      expect(report(result)).toMatchObject({ files });
    });
  });
});

describe('import without Elasticsearch', () => {
  const aPlace = (id: string, more: object = {}): object => ({ id, name: `Place ${id}`, ...more });

  const cli = useCommandLine();

  it('stores places while Elasticsearch is unavailable, and says that they are not searchable yet', async () => {
    const path = await cli.write('away.ndjson', JSON.stringify(aPlace('away', { name: 'Xylophone' })));
    const { status, messages } = await cli.run(['import', 'places', path], { ELASTICSEARCH_URL: 'http://127.0.0.1:1' });
    expect(status).toBe(1);
    expect(messages).toContain('The changes are stored, but not searchable yet: Elasticsearch: ');
    // The next relay of the outbox indexes them.
    await cli.import('places', []);
    expect(await searchable(cli, 'q=xylophone')).toEqual(['away']);
  });

  describe('while Elasticsearch accepts connections but does not respond', () => {
    let proxy: TcpProxy;
    const running = async (id: string): Promise<{ result: Promise<Result> }> => {
      const path = await cli.write(`${id}.ndjson`, JSON.stringify(aPlace(id)));
      const result = cli.run(['import', 'places', path], { ELASTICSEARCH_URL: proxy.url });
      while ((await cli.query('SELECT FROM places WHERE id = $1', [id])).length === 0) await setTimeout(20);
      return { result };
    };

    beforeAll(async () => {
      proxy = await startTcpProxy(process.env.ELASTICSEARCH_URL ?? '');
      proxy.freeze();
    });

    afterAll(() => {
      proxy.disconnect();
    });

    it('stores places at once, and says later that they are not searchable yet', async () => {
      const { result } = await running('silent');
      const { status, messages } = await result;
      expect(messages).toMatch(/^The changes are stored, but not searchable yet: Elasticsearch does not respond\. /);
      expect(status).toBe(1);
    }, 60_000);

    it('stops waiting on Ctrl-C', async () => {
      const { result } = await running('interrupted');
      process.emit('SIGINT');
      const { status, messages } = await result;
      expect(messages).toMatch(/^The changes are stored, but not searchable yet: .*\nInterrupted\.\n$/);
      expect(status).toBe(130);
    }, 60_000);
  });
});
