import { setTimeout } from 'node:timers/promises';
import { Directory } from '../support/directory.js';
import { elasticsearch } from '../support/elasticsearch.js';
import { useCommandLine } from '../support/use-command-line.js';
import { withoutConstraint } from '../support/without-constraint.js';

const created = 1679399729700;

describe('the command line', () => {
  const cli = useCommandLine();

  describe('as a program', () => {
    it.each(['--help', 'help', 'help import', 'clients create --help', 'index status -h'])(
      'helps without an environment: %s',
      async (command) => {
        const { status, output } = await cli.run(command.split(' '), { DATABASE_URL: '', ELASTICSEARCH_URL: '' });
        expect([status, output]).toEqual([0, expect.stringContaining('Usage: ')]);
      },
    );

    it.each([
      [[]],
      [['nonsense']],
      [['import']],
      [['import', 'cats', 'file']],
      [['import', 'places']],
      [['seed', '--full']],
      [['tokens', 'issue']],
      [['tokens', 'issue', '--client', 'c', '--ttl', '1.5']],
      [['clients', 'create', '--name', ' ']],
      [['clients', 'create', '--name', 'N', '--grants', 'password,magic']],
      [['clients', 'create', '--name', 'N', '--id', 'a:b']],
    ])('exits with status 2 on wrong usage: %j', async (args) => {
      const { status, output, messages } = await cli.run(args);
      expect([status, output]).toEqual([2, '']);
      expect(messages).not.toBe('');
    });

    it('names every invalid variable of the environment', async () => {
      const { status, messages } = await cli.run(['migrate'], { DATABASE_URL: '', PORT: 'x' });
      expect(status).toBe(1);
      expect(messages).toMatch(/DATABASE_URL: .*\n.*PORT: /);
    });

    it('says that a server is unavailable, without passwords', async () => {
      const away = { DATABASE_URL: 'postgres://user:password@127.0.0.1:1/directory' };
      const { status, messages } = await cli.run(['clients', 'list'], away);
      expect(status).toBe(1);
      expect(messages).toMatch(
        /^PostgreSQL cannot be reached at 127\.0\.0\.1:1\/directory \(DATABASE_URL\): .*ECONNREFUSED.*\n$/,
      );
      expect(messages).not.toContain('password');
      const { messages: search } = await cli.run(['reindex'], { ELASTICSEARCH_URL: 'http://127.0.0.1:1' });
      expect(search).toMatch(/^Elasticsearch: .*\n$/);
    });
  });

  describe('migrate', () => {
    it('creates the schema, even if run twice at the same time', async () => {
      await cli.query('DROP SCHEMA public CASCADE');
      await cli.query('CREATE SCHEMA public');
      expect((await cli.run(['clients', 'list'])).messages).toBe('Tables are missing: run `migrate` first.\n');
      const results = await Promise.all([cli.run(['migrate']), cli.run(['migrate'])]);
      expect(results.map(({ status }) => status)).toEqual([0, 0]);
      expect(results.map(({ output }) => output).sort()).toEqual([
        expect.stringContaining('Ran Quotas'),
        'The schema is up to date.\n',
      ]);
    });
  });

  describe('seed', () => {
    const demonstration = { id: 'maria', name: 'Maria Silva' };

    it('fails in production', async () => {
      const { status, messages } = await cli.run(['seed'], { NODE_ENV: 'production' });
      expect([status, messages]).toEqual([1, expect.stringContaining('production')]);
      expect(await cli.query('SELECT FROM clients')).toEqual([]);
    });

    it('creates only the clients with --empty', async () => {
      expect((await cli.run(['seed', '--empty'])).status).toBe(0);
      expect(await cli.query('SELECT id FROM clients ORDER BY id')).toEqual([
        { id: 'demo-app' },
        { id: 'demo-explore' },
        { id: 'demo-trusted' },
      ]);
      expect(await cli.query('SELECT FROM users')).toEqual([]);
      expect(await cli.query('SELECT FROM place_indices')).toHaveLength(1);
    });

    it('loads searchable data, and changes nothing if run again', async () => {
      const { status, messages } = await cli.run(['seed', '--small']);
      // A busy machine has time to show the progress.
      expect([status, messages.replace(/^\S+\.ndjson: .*\n/gm, '')]).toEqual([0, '']);
      expect(await cli.query("SELECT FROM places WHERE city = 'Port Velmara'")).toEqual([]);
      const versions = (): Promise<unknown[]> =>
        cli.query('SELECT xmin FROM clients UNION ALL SELECT xmin FROM users UNION ALL SELECT xmin FROM places');
      const before = await versions();
      expect((await cli.run(['seed', '--small'])).output).toContain('client demo-trusted: unchanged');
      expect(await versions()).toEqual(before);

      const directory = await Directory.start({ ELASTICSEARCH_INDEX: cli.database.name }, cli.database);
      const { output } = await cli.run(['tokens', 'issue', '--client', 'demo-trusted', '--user', 'maria']);
      const token = output.trim();
      expect((await directory.get('/v2/users/me', token)).body.user).toMatchObject(demonstration);
      expect((await directory.get('/v2/places?q=masp', token)).body.results.header.found).toBeGreaterThan(0);
      expect((await directory.get('/v2/users/maria%40example.com/verify', token)).status).toBe(200);
      await directory.stop({ keepDatabase: true });
    });
  });

  describe('recount', () => {
    it('recomputes statistics and writes only changed rows', async () => {
      await cli.import('places', [
        { id: 'rated', name: 'Rated', statistics: { rating: '1.0', reviews: '9', pageviews: '5' } },
        { id: 'unrated', name: 'Unrated', statistics: { rating: '5.0' } },
      ]);
      await cli.import('users', [{ id: 'critic', name: 'Critic', statistics: { photos: 3 } }]);
      const review = (id: string, rating: string): object => ({ id, user: 'critic', place: 'rated', rating, created });
      await cli.import('reviews', [review('c1', '4'), review('c2', '4.5'), { ...review('c3', ''), rating: null }]);
      await cli.import('checkins', [{ user: 'critic', place: 'unrated', created }]);

      expect((await cli.run(['recount'])).status).toBe(0);
      const places = `SELECT rating, reviews, checkins, pageviews FROM places WHERE id IN ('rated', 'unrated') ORDER BY id`;
      expect(await cli.query(places)).toEqual([
        { rating: '4.3', reviews: '3', checkins: '0', pageviews: '5' },
        { rating: null, reviews: '0', checkins: '1', pageviews: null },
      ]);
      expect(await cli.query(`SELECT reviews, checkins, photos FROM users WHERE id = 'critic'`)).toEqual([
        { reviews: 3, checkins: 1, photos: 3 },
      ]);
      expect((await cli.run(['recount'])).output).toMatch(
        /^places: \d+ counted, 0 changed\nusers: \d+ counted, 0 changed\nlists: \d+ counted, 0 changed\n$/,
      );
      const counts = { counted: expect.any(Number) as number, changed: 0 };
      const { output } = await cli.run(['recount', '--json']);
      expect(JSON.parse(output)).toEqual({ places: counts, users: counts, lists: counts });
      expect(await cli.query('SELECT FROM place_changes')).toEqual([]);
    });
  });

  describe('reindex', () => {
    it('replaces the index; index status shows it', async () => {
      const status = async (): Promise<{ live: { name: string; documents: number }; places: number }> =>
        JSON.parse((await cli.run(['index', 'status', '--json'])).output) as never;
      const before = await status();
      const { output } = await cli.run(['reindex']);
      expect(output).toMatch(/^The new index is live: \d+ places in /);
      const after = await status();
      expect(after.live.name).not.toBe(before.live.name);
      expect(after.live.documents).toBe(after.places);
      await cli.query("INSERT INTO place_indices (name) VALUES ('left-behind')");
      const { output: table } = await cli.run(['index', 'status']);
      await cli.query("DELETE FROM place_indices WHERE name = 'left-behind'");
      expect(table).toMatch(/^building +left-behind$/m);
      expect(table).toMatch(/^mapping +\w+, current$/m);
    });

    it('keeps the old index on Ctrl-C', async () => {
      const indices = () => cli.query('SELECT name FROM place_indices');
      const before = await indices();
      // Blocks the read of the places.
      const blocker = cli.database.source.createQueryRunner();
      await blocker.startTransaction();
      await blocker.query('LOCK TABLE place_categories');
      const running = cli.run(['reindex']);
      while ((await indices()).length === before.length) await setTimeout(20);
      process.emit('SIGINT');
      await blocker.rollbackTransaction();
      await blocker.release();
      const { status, messages } = await running;
      expect([status, messages]).toEqual([130, 'Interrupted.\n']);
      expect(await indices()).toEqual(before);
    });

    it('reports how many places Elasticsearch rejects', async () => {
      await withoutConstraint(cli.database.source, 'places_id_check', async () => {
        await cli.query(`INSERT INTO places (id, name) VALUES (repeat('京', 171), 'Far too long an identifier')`);
        const { status, messages } = await cli.run(['reindex']);
        await cli.query(`DELETE FROM places WHERE id LIKE '京%'`);
        expect(status).toBe(0);
        expect(messages).toContain('Elasticsearch rejected 1 place. Run `index status` to list it.\n');
      });
    });
  });
});

describe('the operator', () => {
  const cli = useCommandLine(['seed', '--small']);
  let index: string;
  const id = 'p-1';

  beforeAll(async () => {
    await cli.import('places', [{ id, name: 'Café Central' }]);
    [{ name: index } = { name: '' }] = await cli.query<{ name: string }>('SELECT name FROM place_indices');
  });

  const document = (place: string, method?: string, body?: object) =>
    elasticsearch(`${index}/_doc/${place}?refresh=true`, method, body);
  const places = (...args: string[]) => cli.run(['places', ...args]);

  it('sees a place in PostgreSQL and in the index', async () => {
    const { status, output } = await places('show', id);
    expect([status, JSON.parse(output)]).toMatchObject([0, { record: { id }, document: { id } }]);
  });

  it('sees how they differ, and indexes the place again', async () => {
    const { _source: held } = (await (await document(id)).json()) as { _source: object };
    await document(id, 'PUT', { ...held, name: 'Another name', phones: ['1'] });
    const { status, output } = await places('show', id);
    expect([status, JSON.parse(output)]).toMatchObject([
      1,
      {
        record: { name: 'Café Central' },
        document: { name: 'Another name', phones: ['1'] },
        difference: { kind: 'stale' },
      },
    ]);
    const repaired = { status: 0, output: 'stale p-1, repaired\n1 place compared: 1 stale\n' };
    expect(await cli.run(['index', 'repair', id])).toMatchObject(repaired);
    expect((await places('show', id)).status).toBe(0);
    await document(id, 'DELETE');
    expect((await places('show', id)).output).toContain('"kind": "missing"');
    expect(JSON.parse((await cli.run(['index', 'repair', id, '--json'])).output)).toEqual({
      differences: [{ id, kind: 'missing', repaired: true }],
    });
    const { output: audited } = await cli.run(['audit', 'list', '--subject', `place:${id}`, '--json']);
    expect(JSON.parse(audited)).toMatchObject([{ action: 'index.repair' }, { details: { repaired: 1, remaining: 0 } }]);
  });

  it('sees and indexes changes that wait', async () => {
    await cli.query("UPDATE places SET name = 'Renamed' WHERE id = 'p-1'");
    const waiting = JSON.parse((await cli.run(['index', 'status', '--json'])).output) as object;
    expect(waiting).toMatchObject({ lag: { pendingChanges: 1, deadLetters: 0 }, deadLetters: [] });
    expect((await places('show', id)).output).toContain('"kind": "pending"');
    expect(await cli.run(['index', 'repair', id])).toMatchObject({
      ...{ status: 0, output: '1 place compared: no difference\n' },
    });
    expect((await places('show', id)).status).toBe(0);
  });

  it('sees and retries places that Elasticsearch rejects', async () => {
    await withoutConstraint(cli.database.source, 'places_rating_check', async () => {
      await cli.query("UPDATE places SET rating = 'NaN' WHERE id = 'p-1'");
      await cli.run(['index', 'repair']);
      const { output } = await cli.run(['index', 'status']);
      expect(output).toMatch(/^dead letters +1\n +p-1: \S.*NaN.* \(20\S+Z\)$/m);
      const again = await cli.run(['index', 'repair']);
      expect([again.status, again.output]).toEqual([1, expect.stringContaining('rejected p-1: ')]);
      // As after a new mapping: the reason is gone, and nothing has noticed the place.
      await cli.query("UPDATE places SET rating = 4 WHERE id = 'p-1'");
    });
    await cli.query('TRUNCATE place_changes');
    expect((await cli.run(['index', 'repair'])).status).toBe(0);
    expect((await cli.run(['index', 'status'])).output).toMatch(/^dead letters +none$/m);
  });

  it('deletes a place everywhere', async () => {
    expect(await places('delete', id)).toMatchObject({ status: 2, messages: expect.stringContaining('--yes') });
    expect(await places('delete', id, '--yes')).toMatchObject({
      ...{ status: 0, output: expect.stringMatching(/^Deleted p-1 \(.*\), with 0 reviews and 0 check-ins\n$/) },
    });
    expect((await document(id)).status).toBe(404);
    for (const args of [
      ['places', 'show'],
      ['index', 'repair'],
      ['places', 'delete', '--yes'],
    ])
      expect(await cli.run([...args, id])).toMatchObject({ status: 1, messages: 'Place p-1 does not exist.\n' });
  });
});
