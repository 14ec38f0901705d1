import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { Random } from '../support/random.js';
import { compiledFolder } from '../support/compiled-service.js';
import { elasticsearch } from '../support/elasticsearch.js';
import { useCommandLine } from '../support/use-command-line.js';
import { useDirectory } from '../support/use-directory.js';

const source = 'Overture Maps';

const feature = (id: string, properties: object = {}) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [151.1, -33.7] },
  properties: { id, names: { primary: `Place ${id}` }, ...properties },
});

describe('import --replace-source', () => {
  const cli = useCommandLine();

  /** Imports an edition. Lines that are not strings are written as JSON. */
  const replace = async (lines: readonly unknown[], ...more: string[]) => {
    const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
    const file = await cli.write('edition.ndjson', text);
    return cli.run(['import', 'places', '--format', 'overture', '--replace-source', source, ...more, file]);
  };
  const features = (...ids: string[]) => ids.map((id) => feature(id));
  const stored = async () => {
    const rows = await cli.query<{ id: string }>('SELECT id FROM places WHERE source = $1 ORDER BY id', [source]);
    return rows.map(({ id }) => id.replace('overture-', '')).join(' ');
  };
  const indexed = async (id: string) => (await elasticsearch(`${cli.database.name}/_doc/${id}`)).status === 200;

  beforeEach(async () => {
    await cli.query('DELETE FROM source_replacements');
    await cli.query('DELETE FROM places');
    await cli.query(`INSERT INTO sources (name) VALUES ('Other') ON CONFLICT DO NOTHING`);
    await cli.query(`INSERT INTO places (id, name, source) VALUES ('other', 'Other', 'Other'), ('own', 'Own', NULL)`);
    expect(await replace(features('a', 'b', 'c', 'd', 'e'))).toMatchObject({ status: 0 });
  });

  it('adds, changes and deletes, in PostgreSQL and in the index, and reports it', async () => {
    await cli.query(`INSERT INTO users (id, name) VALUES ('u', 'U') ON CONFLICT DO NOTHING`);
    await cli.query(`INSERT INTO reviews (id, user_id, place_id, created) VALUES ('r', 'u', 'overture-e', now())`);
    const edition = [feature('a', { names: { primary: 'New name' } }), ...features('b', 'c', 'd', 'f')];
    const { status, output } = await replace(edition);
    expect({ status, output }).toMatchObject({
      status: 0,
      output: expect.stringMatching(
        new RegExp(
          `${source}: 5 read, 1 added, 1 changed, 3 unchanged, 1 deleted \\(with 1 review and 0 check-ins\\), ` +
            '0 rejected, in \\d+\\.\\d s\n',
        ),
      ),
    });
    expect(await stored()).toBe('a b c d f');
    expect([await indexed('overture-e'), await indexed('overture-f')]).toEqual([false, true]);
    expect(await cli.query(`SELECT FROM reviews WHERE id = 'r'`)).toEqual([]);
  });

  it('leaves the places of other sources, and those without a source', async () => {
    await replace(features('a', 'b', 'c', 'd'));
    expect(await cli.query(`SELECT id FROM places WHERE source IS DISTINCT FROM $1 ORDER BY id`, [source])).toEqual([
      { id: 'other' },
      { id: 'own' },
    ]);
  });

  it.each([
    ['other', 'the place "other" is of the source "Other": a line of "Mine" does not change it'],
    ['own', 'the place "own" has no source: a line of "Mine" does not change it'],
  ])('rejects a line that would take over a place: %s', async (id, reason) => {
    const line = { id, name: 'Taken over' };
    const file = await cli.write('lines.ndjson', JSON.stringify(line));
    const { status, messages } = await cli.run([
      'import',
      'places',
      '--replace-source',
      'Mine',
      '--source',
      'Mine',
      file,
    ]);
    expect([status, messages]).toEqual([1, expect.stringContaining(reason)]);
    expect(await cli.query('SELECT FROM places WHERE name = $1', [line.name])).toEqual([]);
  });

  it('rejects a line of another source', async () => {
    const file = await cli.write('lines.ndjson', '{"id":"new","name":"New","source":"Other"}');
    const { messages } = await cli.run(['import', 'places', '--replace-source', 'Mine', file]);
    expect(messages).toContain('source.name: must be "Mine", the source that this import replaces');
  });

  it('deletes closed places and places that lost their name', async () => {
    const edition = [feature('a', { operating_status: 'permanently_closed' }), ...features('b', 'c', 'd', 'e')];
    expect(await replace(edition)).toMatchObject({ status: 0, output: expect.stringContaining('1 deleted') });
    expect(await stored()).toBe('b c d e');
    const { output } = await replace([feature('b', { names: null }), ...features('c', 'd', 'e')], '--max-deleted-percent', '25'); // prettier-ignore
    expect(output).toContain('1 deleted, 0 rejected, 1 skipped');
    expect(await stored()).toBe('c d e');
  });

  it('leaves closed places outside --bbox, and counts each line once', async () => {
    const closed = feature('rio', { operating_status: 'permanently_closed' });
    await cli.query(`INSERT INTO places (id, name, source) VALUES ('overture-rio', 'Rio', 'Other')`);
    const edition = [...features('a', 'b', 'c', 'd', 'e'), closed];
    const elsewhere = { ...closed, geometry: { type: 'Point', coordinates: [-43.2, -22.9] } };
    const box = ['--bbox', '151,-34,152,-33'];
    expect(await replace([...edition.slice(0, -1), elsewhere], ...box)).toMatchObject({
      status: 0,
      report: expect.stringContaining('5 unchanged, 0 rejected, 1 skipped'),
    });
    expect(await replace(edition, ...box)).toMatchObject({
      status: 1,
      report: expect.stringMatching(/ 5 unchanged, 1 rejected, \d/),
    });
    expect(await stored()).toBe('a b c d e');
  });

  it('stops if more than a fifth would go, or what the option allows', async () => {
    const { status, output, messages } = await replace(features('a', 'b', 'c', 'x'));
    expect([status, output]).toEqual([1, expect.stringContaining('1 added, 0 changed, 3 unchanged, 0 deleted')]);
    expect(messages).toContain(
      `Nothing is deleted: 2 places are gone, 40.0 % of 5 places of ${source}, and at most 20 % may go. ` +
        'If the edition is whole, run the command again with --max-deleted-percent 40.',
    );
    expect(await stored()).toBe('a b c d e x');
    const again = await replace(features('a', 'b', 'c', 'x'), '--max-deleted-percent', '40');
    expect(again).toMatchObject({
      status: 0,
      output: expect.stringContaining('1 added, 0 changed, 3 unchanged, 2 del'),
    });
    expect(await stored()).toBe('a b c x');
  });

  it('compares with all stored places after a first load that did not end', async () => {
    await cli.query('INSERT INTO source_replacements (source, places_before) VALUES ($1, 0)', [source]);
    const { status, messages } = await replace(features('a'));
    expect([status, messages]).toEqual([1, expect.stringContaining('4 places are gone, 80.0 % of 5 places')]);
    expect(await replace(features('a', 'b', 'c', 'd'))).toMatchObject({ status: 0 });
    expect(await stored()).toBe('a b c d');
  });

  it('keeps the places of rejected lines', async () => {
    const wrong = feature('e', { operating_status: 'who knows' });
    const { status, output } = await replace([...features('a', 'b', 'c'), wrong]);
    expect([status, output]).toEqual([1, expect.stringContaining('3 unchanged, 1 deleted, 1 rejected')]);
    expect(await stored()).toBe('a b c e');
  });

  it.each([
    ['a line is unreadable', '{"type": "Feature"', 'Nothing is deleted: 1 rejected line does not say which place'],
    ['a line has no identifier', feature('', {}), 'Nothing is deleted: 1 rejected line does not say which place'],
  ])('deletes nothing if %s', async (_, line, message) => {
    const { status, messages } = await replace([...features('a', 'b', 'c', 'd'), line]);
    expect([status, messages]).toEqual([1, expect.stringContaining(message)]);
    expect(await stored()).toBe('a b c d e');
  });

  const asJson = (...ids: string[]) => features(...ids).map((one) => JSON.stringify(one));
  const whole = asJson('b', 'c', 'd', 'e').join('\n');
  const packed = gzipSync(asJson('a').join('\n'));
  it.each([
    ['a list ends early', 'x.json', `{"features":[${asJson('a')[0]},`, 'the list of records does not end'],
    ['a collection ends early', 'x.json', `{"features":[${asJson('a')[0]}]`, 'the collection does not end'],
    [
      'a remark follows',
      'x.json',
      `{"features":[${asJson('a')[0]}],"remark":"runtime error: 9"}`,
      'it says: runtime error: 9',
    ],
    ['a remark precedes', 'x.json', '{"remark":"runtime error: 9","features":[]}', 'it says: runtime error: 9'],
    ['gzip has no trailer', 'x.gz', packed.subarray(0, -8), 'unexpected end of file'],
    [
      'gzip has a wrong checksum',
      'x.gz',
      Buffer.concat([packed.subarray(0, -8), Buffer.alloc(8)]),
      'incorrect data check',
    ],
    ['text follows gzip', 'x.gz', Buffer.concat([packed, Buffer.from('junk')]), 'incorrect header check'],
    ['it is empty', 'x.json', '', 'it has no records'],
    ['it has an empty list', 'x.json', '{"features":[]}', 'it has no records'],
    ['it is a page of HTML', 'x.json', '<html>504</html>', 'it is a page of HTML'],
    ['Parquet is cut off', 'x.parquet', Buffer.from('PAR1xxxxxxxxxxxxxxxxxxxxx'), 'x.parquet cannot be read whole: '],
  ])('deletes nothing if a file cannot be read whole: %s', async (_, name, content, fault) => {
    const files = [await cli.write('whole.ndjson', whole), await cli.write(name, content)];
    const options = ['--format', 'overture', '--replace-source', source, '--max-deleted-percent', '99'];
    for (const order of [files, files.toReversed()]) {
      const { status, messages } = await cli.run(['import', 'places', ...options, ...order]);
      expect([status, messages]).toEqual([1, expect.stringContaining('the edition was not read to its end')]);
      expect(messages).toContain(`${name} cannot be read whole: `);
      expect(messages).toContain(fault);
    }
    expect(await stored()).toBe('a b c d e');
  });

  const page = (members: object, ...ids: string[]) =>
    JSON.stringify({ type: 'FeatureCollection', ...members, features: features(...ids) });
  const next = { links: [{ rel: 'next', href: 'https://example.com/?offset=1' }] };

  it.each([
    ['a count and a link', { numberMatched: 10, numberReturned: 1, ...next }, 'x.json has 1 of the 10 records'],
    ['a mark in properties', { properties: { exceededTransferLimit: true } }, 'x.json is a page of a web service'],
    ['a mark', { exceededTransferLimit: true }, 'x.json is a page of a web service'],
    ['a link', next, 'x.json is a page of a web service'],
  ])('deletes nothing if a file is a page of more: %s', async (_, members, reason) => {
    const file = await cli.write('x.json', page(members, 'a'));
    const options = ['--format', 'overture', '--replace-source', source, '--max-deleted-percent', '99'];
    const { status, messages } = await cli.run(['import', 'places', ...options, file]);
    expect([status, messages]).toEqual([1, expect.stringContaining('Nothing is deleted: ')]);
    expect(messages).toContain(reason);
    const json = await cli.run(['import', 'places', ...options, '--json', file]);
    expect(JSON.parse(json.output)).toMatchObject({
      replacement: { notDeleted: expect.stringContaining(reason) as string },
    });
    expect(await cli.run(['import', 'places', ...options, '--dry-run', file])).toMatchObject({
      status: 1,
      messages: expect.stringContaining(reason) as string,
    });
    expect(await stored()).toBe('a b c d e');
    expect(await cli.run(['import', 'places', '--format', 'overture', file])).toMatchObject({ status: 0 });
  });

  it('takes all pages of a web service for a whole edition', async () => {
    const pages = [
      await cli.write('1.json', page({ numberMatched: 3, numberReturned: 2, ...next }, 'a', 'b')),
      await cli.write('2.json', page({ numberMatched: 3, numberReturned: 1 }, 'c')),
    ];
    const options = ['--format', 'overture', '--replace-source', source, '--max-deleted-percent', '99'];
    expect((await cli.run(['import', 'places', ...options, pages[0] ?? ''])).status).toBe(1);
    expect(await stored()).toBe('a b c d e');
    expect((await cli.run(['import', 'places', ...options, ...pages])).status).toBe(0);
    expect(await stored()).toBe('a b c');
  });

  it('deletes nothing if a file is missing, or has no lines', async () => {
    const options = ['--replace-source', source, '--max-deleted-percent', '99'];
    const line = JSON.stringify({ id: 'overture-a', name: 'A' });
    const file = await cli.write('a.ndjson', line);
    const missing = await cli.run(['import', 'places', ...options, file, `${file}.none`]);
    expect([missing.status, missing.messages]).toEqual([1, expect.stringContaining('was not read to its end')]);
    const empty = await cli.run(['import', 'places', ...options, file, await cli.write('empty.ndjson', '\n')]);
    expect([empty.status, empty.messages]).toEqual([1, expect.stringContaining('a file has no records')]);
    expect(empty.messages).toContain('empty.ndjson: no records were read');
    for (const [name, ...format] of [
      ['empty.ndjson'],
      ['empty.csv', '--format', 'csv'],
      ['head.csv', '--format', 'csv'],
    ]) {
      const alone = await cli.write(name ?? '', name === 'head.csv' ? 'id,name\n' : '');
      const { status, messages } = await cli.run(['import', 'places', ...options, ...format, alone]);
      expect([status, messages]).toEqual([1, expect.stringContaining(`sources delete ${JSON.stringify(source)}`)]);
    }
    expect(await stored()).toBe('a b c d e');
  });

  it('deletes nothing if every record of a file is skipped or rejected', async () => {
    const options = ['--format', 'overture', '--replace-source', source, '--max-deleted-percent', '100'];
    const write = (name: string, lines: readonly object[]) =>
      cli.write(name, lines.map((line) => JSON.stringify(line)).join('\n'));
    const unnamed = ['x', 'y'].map((id) => feature(id, { names: null }));
    const rejected = ['x', 'y'].map((id) => feature(id, { operating_status: 'who knows' }));
    const good = await write('good.ndjson', features('a', 'b'));
    for (const files of [
      [await write('unnamed.ndjson', unnamed)],
      [await write('one.ndjson', unnamed.slice(1))],
      [await write('rejected.ndjson', rejected)],
      [good, await write('unnamed.ndjson', unnamed)],
    ]) {
      const { status, messages } = await cli.run(['import', 'places', ...options, ...files]);
      expect([status, messages]).toEqual([1, expect.stringContaining('Nothing is deleted: every record of a file')]);
      expect(await stored()).toBe('a b c d e');
    }
    // Files with one place each: one of them lost its name.
    const one = await write('one.ndjson', unnamed.slice(1));
    expect(await cli.run(['import', 'places', ...options, good, one])).toMatchObject({ status: 1 });
    expect(await stored()).toBe('a b');
  });

  it('keeps the place of a line whose closing date is none', async () => {
    const options = [
      '--format',
      'foursquare',
      '--replace-source',
      'Foursquare OS Places',
      '--max-deleted-percent',
      '99',
    ];
    const replaceBy = async (...dates: string[]) => {
      const rows = dates.map((date, at) => `${at},Place ${at},${date}\n`).join('');
      return cli.run([
        'import',
        'places',
        ...options,
        await cli.write('f.csv', `fsq_place_id,name,date_closed\n${rows}`),
      ]);
    };
    const ids = () => cli.query(`SELECT id FROM places WHERE id LIKE 'foursquare-%' ORDER BY id`);
    expect((await replaceBy('', '', '', '')).status).toBe(0);
    const { status, messages } = await replaceBy('NULL', '9999-01-01', '2021-02-29', '2021-01-01');
    expect([status, messages]).toEqual([
      1,
      expect.stringContaining('rejected: 2 × such as date_closed: "9999-01-01" must be'),
    ]);
    expect(await ids()).toEqual([0, 1, 2].map((at) => ({ id: `foursquare-${at}` })));
  });

  it('is done by one import at a time', async () => {
    const runner = cli.database.source.createQueryRunner();
    await runner.query('SELECT pg_advisory_lock(731084, hashtext($1))', [source]);
    const { status, messages } = await replace(features('a'));
    await runner.query('SELECT pg_advisory_unlock(731084, hashtext($1))', [source]);
    await runner.release();
    expect([status, messages]).toEqual([1, expect.stringContaining(`Another import replaces ${source}`)]);
  });

  it.each([
    [['users', '--replace-source', 'X'], '--replace-source is only for places'],
    [['users', '--bbox', '0,0,1,1'], '--bbox is only for places'],
    [['places', '--max-deleted-percent', '5'], '--max-deleted-percent needs --replace-source'],
    [['places', '--replace-source', 'X', '--source', 'Y'], '--source and --replace-source name different sources'],
    [['places', '--replace-source', 'X', '--other-sources'], 'cannot be used with option'],
    [['places', '--replace-source', 'X', '--max-deleted-percent', '101'], 'must be a number from 0 to 100'],
    [['places', '--bbox', '0,0,1'], 'must be four numbers in degrees'],
  ])('rejects %j', async (args, message) => {
    const { status, messages } = await cli.run(['import', ...args, 'file']);
    expect([status, messages]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe('import --replace-source that is killed', () => {
  /** 2,500 places before. The edition has the first 500 of them and 1,500 new ones. */
  const line = (number: number) => JSON.stringify({ id: `p${`${number}`.padStart(4, '0')}`, name: `Place ${number}` });
  const lines = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => line(from + at));
  const former = lines(0, 2500);
  const edition = [...lines(2500, 4000), ...lines(0, 500)];

  const cli = useCommandLine();
  const options = ['import', 'places', '--replace-source', 'Monthly', '--max-deleted-percent', '100'];

  /** The command as a process of its own, which can be killed. */
  const start = (...args: string[]): ChildProcess =>
    spawn(process.execPath, [join(compiledFolder(), 'cli/main.js'), ...options, ...args], {
      env: {
        ...{ PATH: process.env.PATH, NODE_ENV: 'test', DATABASE_URL: cli.database.url },
        ...{ ELASTICSEARCH_URL: process.env.ELASTICSEARCH_URL, ELASTICSEARCH_INDEX: cli.database.name },
      },
      stdio: ['pipe', 'ignore', 'inherit'],
    });

  const kill = async (child: ChildProcess): Promise<void> => {
    child.kill('SIGKILL');
    if (child.signalCode === null) await once(child, 'exit');
  };

  const count = async (condition: string): Promise<number> => {
    const [row] = await cli.query<{ count: number }>(`SELECT count(*)::int AS count FROM places WHERE ${condition}`);
    return row?.count ?? 0;
  };

  const until = async (condition: string, expected: number): Promise<void> => {
    while ((await count(condition)) !== expected) await delay(50);
  };

  it('goes on where it was, and reports the work of all runs', async () => {
    expect(await cli.run([...options, await cli.write('former.ndjson', former.join('\n'))])).toMatchObject({
      status: 0,
    });

    const reading = start('-');
    // A batch of 1,000 lines is stored; the rest waits for more lines.
    reading.stdin?.write(`${edition.slice(0, 1200).join('\n')}\n`);
    await until(`id >= 'p2500'`, 1000);
    await kill(reading);
    expect(await count(`id < 'p2500'`)).toBe(2500);

    const file = await cli.write('edition.ndjson', edition.join('\n'));
    const lock = cli.database.source.createQueryRunner();
    await lock.startTransaction();
    // In the second batch of deletions.
    await lock.query(`SELECT FROM places WHERE id = 'p1700' FOR UPDATE`);
    const deleting = start(file);
    await until(`id < 'p2500'`, 1500);
    await kill(deleting);
    await lock.rollbackTransaction();
    await lock.release();

    const { status, output } = await cli.run([...options, file]);
    expect([status, output]).toEqual([
      0,
      expect.stringContaining('2,000 read, 1,500 added, 0 changed, 500 unchanged, 2,000 deleted, 0 rejected'),
    ]);
    expect(await count('true')).toBe(2000);
    expect(await cli.query('SELECT FROM source_replacements')).toEqual([]);
    expect((await cli.run(['index', 'verify', '--wait', '10'])).output).toContain(
      '2,000 places compared: no difference',
    );
  });
});

describe('searches during import --replace-source', () => {
  /** Both editions have 1,500 places; the newer one calls every other of them otherwise. Each has 1,000 of its own. */
  const line = (number: number, name = 'Lugar') => JSON.stringify({ id: `p${number}`, name: `${name} ${number}` });
  const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);
  const former = numbers(0, 2500).map((number) => line(number));
  const edition = numbers(1000, 3500).map((number) => line(number, number % 2 === 0 ? 'Lugar novo' : 'Lugar'));
  const inBoth = numbers(1000, 2500).map((number) => `p${number}`);

  /** At most 64 values fit a filter. */
  const SAMPLE = 50;

  const cli = useCommandLine();
  const { directory, get, ids } = useDirectory({ over: cli, env: { SEARCH_TIMEOUT: '20000' } });
  const replace = async (name: string, lines: readonly string[]) =>
    cli.run([
      ...['import', 'places', '--replace-source', 'Monthly', '--max-deleted-percent', '50'],
      await cli.write(name, lines.join('\n')),
    ]);

  it('never miss a place that both editions have', async () => {
    expect(await replace('former.ndjson', former)).toMatchObject({ status: 0 });
    await directory.settle();
    const random = new Random(24);
    const over = new AbortController();
    const missing = new Set<string>();
    let searches = 0;
    const byId = async (): Promise<void> => {
      for (; !over.signal.aborted; searches += 1) {
        const sample = random.shuffle(inBoth).slice(0, SAMPLE);
        const found = await ids({ q: 'lugar', fq: `id:(${sample.join(' OR ')})`, rows: `${SAMPLE}`, fl: 'id' });
        for (const id of sample) if (!found.includes(id)) missing.add(id);
      }
    };
    const all = async (): Promise<void> => {
      for (; !over.signal.aborted; searches += 1) {
        const { status, body } = await get('/v2/places?q=lugar&rows=1&fl=id');
        const found = Number(body.results?.header.found);
        if (!(found >= 2500)) missing.add(`${status} ${found}`);
      }
    };
    const searching = Promise.all([byId(), byId(), all()]);
    const { status, output } = await replace('edition.ndjson', edition);
    over.abort();
    await searching;
    expect([...missing]).toEqual([]);
    expect([status, output]).toEqual([
      0,
      expect.stringContaining('2,500 read, 1,000 added, 750 changed, 750 unchanged, 1,000 deleted, 0 rejected'),
    ]);
    expect(searches).toBeGreaterThan(3);
    await directory.settle();
    expect((await get('/v2/places?q=lugar&rows=1')).body.results.header.found).toBe(2500);
  }, 180_000);
});
