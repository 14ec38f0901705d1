import { Pool } from 'pg';
import { ENVIRONMENT } from '../../src/config/config.module.js';
import { type Environment } from '../../src/config/environment.js';
import { digest } from '../../src/auth/token-store.js';
import { serviceConnection } from '../../src/database/connect.js';
import { notifyingTables } from '../../src/database/listener.js';
import { claimJob, releaseJob } from '../../src/database/recurring-job.js';
import { runNamed, runUnnamed } from '../../src/database/statements.js';
import { Cleanup } from '../../src/oauth/cleanup.js';
import { useConsent } from '../support/consent.js';
import { type Directory } from '../support/directory.js';
import { aUser } from '../support/factories.js';
import { insertRows } from '../support/insert-rows.js';
import { waitUntil } from '../support/retry.js';
import { expectError } from '../support/token-endpoint.js';
import { useCommandLine } from '../support/use-command-line.js';
import { useDatabase } from '../support/use-database.js';
import { useDirectory } from '../support/use-directory.js';

const statement = 'SELECT id, reviews FROM users WHERE id = $1';

describe.each([
  ['', undefined],
  [' that may be aborted', new AbortController().signal],
])('a named statement%s', (_, signal) => {
  // One connection, so that the second run meets the statement of the first.
  let pool: Pool;

  const database = useDatabase();

  beforeAll(() => insertRows(database.source, 'users', [aUser({ id: 'maria' })]));

  beforeEach(() => {
    pool = new Pool({ connectionString: database.url, max: 1, ...serviceConnection });
  });

  afterEach(() => pool.end());

  const read = () =>
    runNamed<{ id: string; reviews: number | string }[]>(pool, { text: statement, values: ['maria'] }, signal);
  const prepared = async () => {
    const { rows } = await pool.query<{ name: string; executions: string }>(
      `SELECT name, generic_plans + custom_plans AS executions FROM pg_prepared_statements WHERE statement LIKE '%reviews FROM users%'`,
    );
    return rows;
  };

  it('is prepared once for each connection', async () => {
    expect(await read()).toEqual([{ id: 'maria', reviews: 1 }]);
    await read();
    expect(await prepared()).toEqual([{ name: expect.stringMatching(/^[0-9a-f]{16}$/), executions: '2' }]);
  });

  it('is not prepared if names are turned off', async () => {
    expect(await runUnnamed(pool, { text: statement, values: ['maria'] }, signal)).toEqual([
      { id: 'maria', reviews: 1 },
    ]);
    expect(await prepared()).toEqual([]);
  });

  it.each(['DISCARD ALL', 'DEALLOCATE ALL'])('is prepared again after %s', async (forget) => {
    await read();
    await pool.query(forget);
    expect(await read()).toEqual([{ id: 'maria', reviews: 1 }]);
    await read();
    expect(await prepared()).toHaveLength(1);
  });

  it('is prepared again after a migration changed the type of a column', async () => {
    await read();
    await database.source.query('ALTER TABLE users ALTER reviews TYPE bigint');
    expect(await read()).toEqual([{ id: 'maria', reviews: '1' }]);
    expect(await read()).toEqual([{ id: 'maria', reviews: '1' }]);
    await database.source.query('ALTER TABLE users ALTER reviews TYPE integer');
  });

  it('runs without its name if a pooler gives it a connection that has the name already', async () => {
    await read();
    const [{ name } = { name: '' }] = await prepared();
    await pool.query('DISCARD ALL');
    await pool.query(`PREPARE "${name}" AS ${statement}`);
    expect(await read()).toEqual([{ id: 'maria', reviews: 1 }]);
  });

  it('runs once if the statement itself fails', async () => {
    const divide = 'SELECT 1 / $1::int AS quotient';
    const connections = jest.spyOn(pool, 'connect');
    await expect(runNamed(pool, { text: divide, values: [0] }, signal)).rejects.toMatchObject({ code: '22012' });
    expect(connections).toHaveBeenCalledTimes(1);
    connections.mockRestore();
  });

  it('stops at the time limit', async () => {
    await expect(runNamed(pool, { text: 'SELECT pg_sleep($1)', values: [5] }, signal)).rejects.toMatchObject({
      code: '57014',
    });
    expect(await read()).toHaveLength(1);
  });
});

describe('jobs that one replica runs', () => {
  const database = useDatabase();

  const claim = (name: string, leaseSeconds?: number) =>
    claimJob(database.source, { name, intervalSeconds: 60, ...(leaseSeconds !== undefined && { leaseSeconds }) });
  const pass = (seconds: number) =>
    database.source.query(
      `UPDATE job_runs SET begun = begun - $1 * interval '1 second', not_before = not_before - $1 * interval '1 second'`,
      [seconds],
    );

  it('are claimed once in each interval, also by a timer that fires a little early', async () => {
    expect([await claim('timer'), await claim('timer')]).toEqual([true, false]);
    await pass(50);
    expect(await claim('timer')).toBe(false);
    await pass(9);
    expect([await claim('timer'), await claim('timer')]).toEqual([true, false]);
  });

  it('do not overlap while a lease lasts', async () => {
    expect(await claim('lease', 300)).toBe(true);
    await pass(200);
    expect(await claim('lease', 300)).toBe(false);
    await pass(101);
    expect(await claim('lease', 300)).toBe(true);
  });

  it('go on after the clock of PostgreSQL was set back', async () => {
    const [lease, day] = [300, 86_400];
    expect(await claim('clock', lease)).toBe(true);
    await releaseJob(database.source, 'clock', 100);
    await pass(-day);
    expect([await claim('clock', lease), await claim('clock', lease)]).toEqual([true, false]);
    await pass(lease + 1);
    expect(await claim('clock', lease)).toBe(true);
  });

  it('cool down in all replicas', async () => {
    expect(await claim('cooldown', 300)).toBe(true);
    await releaseJob(database.source, 'cooldown', 100);
    await pass(90);
    expect(await claim('cooldown', 300)).toBe(false);
    await pass(11);
    expect(await claim('cooldown', 300)).toBe(true);
  });
});

describe('the schema after all migrations', () => {
  const database = useDatabase();

  it('has the trigger that notifies table_change on exactly the tables that the response cache listens for', async () => {
    const triggers = await database.source.query<{ table: string; type: number }[]>(
      `SELECT tgrelid::regclass::text AS table, tgtype AS type FROM pg_trigger
       WHERE tgfoid = 'notify_table_change()'::regprocedure AND tgenabled = 'O'`,
    );
    expect(triggers.map(({ table }) => table).sort()).toEqual([...notifyingTables].sort());
    // Bits of pg_trigger.tgtype: INSERT 4, DELETE 8, UPDATE 16, TRUNCATE 32. A statement trigger lacks ROW, 1.
    expect(new Set(triggers.map(({ type }) => type))).toEqual(new Set([4 + 8 + 16 + 32]));
  });
});

interface Size {
  list: string;
  owner: string;
  size: number;
}

/** The sizes of all lists with rows, counted. */
const counted = `
  SELECT list, owner, count(*)::integer AS size FROM (
    SELECT 'following' AS list, follower_id AS owner FROM follows
    UNION ALL SELECT 'followers', following_id FROM follows
    UNION ALL SELECT 'user_checkins', user_id FROM checkins
    UNION ALL SELECT 'place_checkins', place_id FROM checkins
    UNION ALL SELECT 'user_reviews', user_id FROM reviews
    UNION ALL SELECT 'place_reviews', place_id FROM reviews
  ) AS rows GROUP BY list, owner ORDER BY list COLLATE "C", owner`;

const stored = 'SELECT list, owner, size::integer FROM list_sizes WHERE size <> 0 ORDER BY list, owner';

describe('list_sizes', () => {
  const cli = useCommandLine();

  beforeEach(async () => {
    await cli.query('TRUNCATE users, places CASCADE');
    await cli.query(`
      INSERT INTO users (id, name) SELECT 'u' || n, 'User' FROM generate_series(1, 6) AS n`);
    await cli.query(`
      INSERT INTO places (id, name) SELECT 'p' || n, 'Place' FROM generate_series(1, 3) AS n`);
    await cli.query(`
      INSERT INTO follows SELECT a.id, b.id, now() FROM users a JOIN users b ON a.id < b.id`);
    for (const table of ['checkins', 'reviews']) {
      await cli.query(`
        INSERT INTO ${table} (id, user_id, place_id, created)
        SELECT u.id || p.id, u.id, p.id, now() FROM users u JOIN places p ON p.id <= 'p' || ltrim(u.id, 'u')`);
    }
  });

  const sizes = () => cli.query<Size>(stored);

  const expectExact = async (): Promise<Size[]> => {
    const all = await sizes();
    expect(all).toEqual(await cli.query(counted));
    return all;
  };

  it('counts inserted rows', async () => {
    const all = await expectExact();
    expect(all.filter(({ owner }) => ['u2', 'p3'].includes(owner))).toEqual([
      { list: 'followers', owner: 'u2', size: 1 },
      { list: 'following', owner: 'u2', size: 4 },
      { list: 'place_checkins', owner: 'p3', size: 4 },
      { list: 'place_reviews', owner: 'p3', size: 4 },
      { list: 'user_checkins', owner: 'u2', size: 2 },
      { list: 'user_reviews', owner: 'u2', size: 2 },
    ]);
  });

  it.each([
    ['an insert of no rows', `INSERT INTO follows SELECT * FROM follows WHERE false`],
    ['a delete of one row', `DELETE FROM follows WHERE follower_id = 'u1' AND following_id = 'u2'`],
    ['a delete of many rows', `DELETE FROM checkins WHERE user_id > 'u2'`],
    [
      'an update that moves a row',
      `UPDATE follows SET follower_id = 'u6' WHERE follower_id = 'u1' AND following_id = 'u2'`,
    ],
    ['an update that swaps owners', `UPDATE reviews SET place_id = CASE place_id WHEN 'p1' THEN 'p2' ELSE 'p1' END`],
    ['an update that keeps the owners', `UPDATE reviews SET text = 'other', created = created + interval '1 hour'`],
    ['a delete of a user', `DELETE FROM users WHERE id = 'u3'`],
    ['a delete of all users', `DELETE FROM users`],
    ['a delete of a place', `DELETE FROM places WHERE id = 'p1'`],
    ['a truncate of one table', `TRUNCATE checkins`],
    ['a truncate of all tables', `TRUNCATE users, places CASCADE`],
    [
      'an upsert',
      `INSERT INTO checkins (id, user_id, place_id, created)
       VALUES ('u1p1', 'u2', 'p3', now()), ('new', 'u1', 'p1', now()), ('u2p1', 'u2', 'p1', now())
       ON CONFLICT (id) DO UPDATE SET user_id = excluded.user_id, place_id = excluded.place_id`,
    ],
    [
      'a statement that inserts and deletes',
      `WITH gone AS (DELETE FROM follows WHERE following_id = 'u6' RETURNING *)
       INSERT INTO follows SELECT following_id, follower_id, created FROM gone`,
    ],
  ])('is exact after: %s', async (_, statement) => {
    await cli.query(statement);
    await expectExact();
  });

  it('is unchanged after a rollback', async () => {
    const before = await sizes();
    await cli.query('BEGIN; DELETE FROM users; ROLLBACK');
    expect(await expectExact()).toEqual(before);
  });

  it('is exact after concurrent changes of the same lists', async () => {
    await cli.query(`INSERT INTO users (id, name) SELECT 'w' || n, 'Writer' FROM generate_series(1, 40) AS n`);
    const write = async (n: number) => {
      await cli.query(`INSERT INTO follows VALUES ($1, 'u1', now()), ($1, 'u2', now())`, [`w${n}`]);
      await cli.query(`INSERT INTO follows VALUES ('u2', $1, now()), ('u1', $1, now())`, [`w${n}`]);
      if (n % 2 === 0) await cli.query(`DELETE FROM follows WHERE follower_id = $1`, [`w${n}`]);
    };
    await Promise.all(Array.from({ length: 40 }, (_, at) => write(at + 1)));
    const all = await expectExact();
    expect(all).toContainEqual({ list: 'following', owner: 'u1', size: 45 });
    expect(all).toContainEqual({ list: 'followers', owner: 'u2', size: 21 });
  });

  it('is exact after an import, and after the same import again', async () => {
    const follow = { follower: 'u6', following: 'u1', created: 1 };
    const lines = [
      follow,
      { ...follow, following: 'u2' },
      { ...follow, following: 'nobody' },
      { ...follow, created: 2 },
    ];
    for (const _ of ['first', 'again']) {
      expect((await cli.import('follows', lines)).status).toBe(1);
      expect(await expectExact()).toContainEqual({ list: 'following', owner: 'u6', size: 2 });
    }
  });

  it('is corrected by recount', async () => {
    await cli.query(`UPDATE list_sizes SET size = size + 7 WHERE owner = 'u1'`);
    await cli.query(`DELETE FROM list_sizes WHERE owner = 'p1'`);
    await cli.query(`INSERT INTO list_sizes VALUES ('followers', 'nobody', 3), ('following', 'u6', 0)`);
    const { output } = await cli.run(['recount']);
    // u1 owns lists of follows, check-ins and reviews.
    expect(output).toMatch(/^lists: 28 counted, 6 changed$/m);
    await expectExact();
    expect(await cli.query('SELECT FROM list_sizes WHERE size = 0')).toEqual([]);
    expect((await cli.run(['recount'])).output).toMatch(/^lists: 28 counted, 0 changed$/m);
  });
});

const tables = [
  ...['access_tokens', 'refresh_tokens', 'authorization_codes', 'token_families'],
  ...['attempts', 'known_sources', 'sessions', 'audit_log', 'import_runs'],
];

describe('the cleanup of expired rows', () => {
  const { directory: first, aCode, issueTokens, me, redeem, refresh } = useConsent();
  const { directory: second } = useDirectory({ over: first });

  afterEach(() => first.source.query('DELETE FROM job_runs'));

  const run = (directory: Directory) => directory.app.get(Cleanup).run();

  async function counts(): Promise<number[]> {
    const select = tables.map((table) => `(SELECT count(*)::integer FROM ${table}) AS ${table}`);
    const [row] = await first.source.query<Record<string, number>[]>(`SELECT ${select.join(', ')}`);
    return tables.map((table) => row?.[table] ?? -1);
  }

  async function expire(age: string): Promise<void> {
    for (const table of tables) await first.source.query(`UPDATE ${table} SET expires = now() - $1::interval`, [age]);
  }

  it('runs once in an interval, in one of the replicas', async () => {
    const runs = await Promise.all([first, second, first, second].map(run));
    expect(runs.filter((deleted) => deleted !== undefined)).toEqual([0]);
    expect(await run(second)).toBeUndefined();
    await first.source.query("UPDATE job_runs SET begun = now() - interval '5 minutes'");
    expect(await run(second)).toBe(0);
  });

  it('deletes rows that expired over an hour ago, in batches, with dependent rows', async () => {
    await issueTokens();
    await redeem('unknown', {}, { Authorization: 'Basic d2ViOndyb25n' });
    await first.source.query(
      `INSERT INTO access_tokens (digest, client_id, scope, expires)
       SELECT sha256(n::text::bytea), 'web', '{read}', now() FROM generate_series(1, 1200) AS n`,
    );
    await first.source.query("INSERT INTO sessions (digest, user_id, expires) VALUES ('x', 'maria', now())");
    await first.source.query(
      "INSERT INTO import_runs (operator, kind, files, expires) VALUES ('ana', 'places', '{-}', now())",
    );
    await first.source.query("INSERT INTO audit_log (actor, action, expires) VALUES ('operator:ana', 'test', now())");
    expect(await counts()).toEqual([1201, 1, 1, 1, 2, 1, 1, 1, 1]);
    await expire('2 hours');
    expect(await run(first)).toBe(1201 + 1 + 1 + 2 + 1 + 1 + 1 + 1);
    expect(await counts()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0]);
  });

  it('deletes the salts of tokens that were used before the interval for repeats, in batches', async () => {
    const { refresh: token } = await issueTokens();
    await first.source.query(
      `INSERT INTO refresh_tokens (digest, family, scope, expires, spent, successor_salt)
       SELECT sha256(n::text::bytea), family, scope, expires, now() + interval '1 minute' - n * interval '2 minutes', 'x'
         FROM refresh_tokens, generate_series(0, 1200) AS n WHERE digest = $1`,
      [digest(token)],
    );
    const salts = async () => {
      const [row] = await first.source.query<[{ salts: number }]>(
        'SELECT count(successor_salt)::integer AS salts FROM refresh_tokens',
      );
      return row.salts;
    };
    expect(await salts()).toBe(1201);
    expect(await run(first)).toBe(0);
    expect(await salts()).toBe(1);
    await first.source.query('DELETE FROM token_families');
  });

  it('leaves valid, spent and recently expired rows', async () => {
    const pair = await issueTokens();
    await refresh(pair.refresh);
    await aCode();
    const before = await counts();
    expect(before).toEqual([2, 2, 2, 2, 2, 1, 0, 0, 0]);
    expect(await run(second)).toBe(0);
    expect(await counts()).toEqual(before);
    await first.source.query("UPDATE refresh_tokens SET spent = spent - interval '1 minute'");
    expectError(await refresh(pair.refresh), 400, 'invalid_grant');
    await expire('5 minutes');
    await first.source.query('DELETE FROM job_runs');
    expect(await run(second)).toBe(0);
    const audited = 1;
    expect(await counts()).toEqual(before.with(tables.indexOf('audit_log'), audited));
  });

  it('deletes families beyond their greatest age, with tokens that were issued for longer', async () => {
    const [old, young] = [await issueTokens(), await issueTokens()];
    await first.source.query(
      `UPDATE token_families SET created = now() - interval '90 days 61 minutes', expires = now() + interval '30 days'
        WHERE id = (SELECT family FROM access_tokens WHERE digest = $1)`,
      [digest(old.access)],
    );
    const before = await counts();
    expect(await run(first)).toBe(1);
    expect(await counts()).toEqual(before.map((count, at) => (at < 4 ? count - 1 : count)));
    expect([await me(young.access), (await refresh(young.refresh)).status]).toEqual([200, 200]);
    expect(await me(old.access)).toBe(401);
  });

  it('runs on its own', async () => {
    await issueTokens();
    await expire('2 hours');
    const environment = first.app.get<Environment>(ENVIRONMENT);
    const cleanup = new Cleanup(first.source, environment, 1);
    cleanup.onApplicationBootstrap();
    try {
      await waitUntil(async () => (await counts()).every((count) => count === 0), 10);
      expect(await counts()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0]);
    } finally {
      await cleanup.onApplicationShutdown();
    }
  });
});
