import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Finding } from '../../src/cli/doctor/finding.js';
import { checkSchema } from '../../src/database/pending-migrations.js';
import { runCommand } from '../support/command-line.js';
import { createDatabase, type TestDatabase } from '../support/database.js';
import { Directory } from '../support/directory.js';
import { dumpSchema } from '../support/schema-dump.js';
import { useCommandLine } from '../support/use-command-line.js';
import { useDatabase } from '../support/use-database.js';

const dump = readFileSync(join(process.cwd(), 'test/fixtures/database-before-baseline.sql'), 'utf8');

/** Tables that the dump has rows of, with the column that orders them. */
const tables = {
  ...{ users: 'id', follows: 'follower_id', sources: 'name', categories: 'id', subcategories: 'id', places: 'id' },
  ...{ place_categories: 'place_id', checkins: 'id', reviews: 'id', list_sizes: 'list', place_changes: 'sequence' },
  ...{ clients: 'id', access_tokens: 'digest', token_families: 'id', import_runs: 'id', secrets: 'name' },
};

describe('a database of the migrations before the baseline', () => {
  const fresh = useDatabase();
  const cli = useCommandLine();
  /** The migrations of this version after the baseline. */
  let later: string[];

  beforeEach(async () => {
    await loadDump(cli.database);
    const names = cli.database.source.migrations.map(({ constructor }) => constructor.name);
    later = names.filter((name) => name !== 'Baseline1790000000091');
  });

  async function loadDump({ source }: TestDatabase): Promise<void> {
    await source.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    await source.query(dump);
  }

  const executed = async () =>
    (await cli.query<{ name: string }>('SELECT name FROM migrations ORDER BY id')).map(({ name }) => name);

  const schemaFinding = async () =>
    (JSON.parse((await cli.run(['doctor', '--json'])).output) as Finding[]).find(({ check }) => check === 'schema');

  async function rows(): Promise<Record<string, unknown[]>> {
    const entries = Object.entries(tables).map(async ([table, order]) => [
      table,
      await cli.query(`SELECT * FROM ${table} ORDER BY ${order}`),
    ]);
    return Object.fromEntries(await Promise.all(entries));
  }

  it('needs only the later migrations, keeps its rows, and then has the schema of a new database', async () => {
    const [before, rejected] = [await rows(), await cli.query('SELECT refused FROM place_refusals')];
    const old = await executed();
    expect(Object.values(before)).not.toContainEqual([]);
    expect(old).toHaveLength(27);
    await expect(checkSchema(cli.database.source)).rejects.toThrow(`lacks the migration ${later[0]}: run`);
    expect(await schemaFinding()).toMatchObject({
      status: 'failed',
      detail: `${later.length} migrations are missing, from ${later[0]} on`,
    });

    expect(JSON.parse((await cli.run(['migrate', '--json'])).output)).toEqual({ migrations: later });
    expect(await executed()).toEqual([...old, 'Baseline1790000000091', ...later]);
    const places = before.places?.map((row) => ({ ...(row as object), names: null, brand: null }));
    expect(await rows()).toEqual({ ...before, places });
    expect(await cli.query('SELECT rejected AS refused FROM dead_letters')).toEqual(rejected);
    const statements = async ({ source }: TestDatabase) => (await dumpSchema(source)).split('\n\n').sort();
    expect(await statements(cli.database)).toEqual(await statements(fresh));

    expect((await cli.run(['migrate'])).output).toBe('The schema is up to date.\n');
    await checkSchema(cli.database.source);
    expect(await schemaFinding()).toMatchObject({ status: 'ok', detail: 'all migrations have been run' });
  });

  it('serves its records after the upgrade', async () => {
    const database = await createDatabase();
    await loadDump(database);
    expect(await runCommand(database, ['migrate'])).toMatchObject({ status: 0 });
    const directory = await Directory.start({}, database);
    try {
      const { status, body } = await directory.get('/v2/places/masp', await directory.token());
      expect([status, body.place]).toMatchObject([200, { name: 'MASP' }]);
    } finally {
      await directory.stop();
    }
  }, 30_000);

  it.each(['Sessions1790000000011', 'ImportRuns1790000000091'])(
    'that lacks %s is left as it is, and the messages say so and what to do',
    async (missing) => {
      await cli.query('DELETE FROM migrations WHERE name = $1', [missing]);
      const before = [await executed(), await dumpSchema(cli.database.source)];
      const remedy =
        'Run `migrate` of the last version before the baseline first (docs/operations/upgrade.md#before-the-baseline).';
      const message = `/${cli.database.name} (DATABASE_URL) lacks migrations before the baseline: ${missing}. ${remedy}`;
      await expect(checkSchema(cli.database.source)).rejects.toThrow(message);
      await expect(cli.database.source.runMigrations()).rejects.toThrow(message);
      const { status, output, messages } = await cli.run(['migrate']);
      expect([status, output, messages]).toEqual([1, '', expect.stringContaining(message)]);
      const detail = `migrations before the baseline are missing: ${missing}`;
      expect(await schemaFinding()).toEqual({ check: 'schema', status: 'failed', detail, remedy });
      expect([await executed(), await dumpSchema(cli.database.source)]).toEqual(before);
    },
  );

  it.each([
    ['places', `INSERT INTO places (id, name, rating) VALUES ('p', 'P', $1)`],
    ['reviews', `INSERT INTO reviews (id, user_id, place_id, rating, created) VALUES ('r', 'u', 'masp', $1, now())`],
  ])('keeps ratings above 5, and accepts no new ones in %s', async (table, insert) => {
    expect(await cli.run(['migrate'])).toMatchObject({ status: 0 });
    await cli.query(`INSERT INTO users (id, name) VALUES ('u', 'U')`);
    for (const rating of ['5.01', '-0.1'])
      await expect(cli.query(insert, [rating])).rejects.toThrow(`${table}_rating_check`);
    await cli.query(insert, ['5']);
    expect(await cli.query(`SELECT rating::float FROM ${table} WHERE rating >= 5 ORDER BY rating`)).toEqual([
      { rating: 5 },
      { rating: table === 'places' ? 9.5 : 9 },
    ]);
  });

  it('lets replicas of the version before read and write dead letters, with the rights that they had', async () => {
    const suffix = randomBytes(6).toString('hex');
    const [service, reader] = [`service_${suffix}`, `reader_${suffix}`];
    await cli.query(`CREATE ROLE ${service}; CREATE ROLE ${reader}; GRANT USAGE ON SCHEMA public TO ${service}, ${reader};
      GRANT SELECT, INSERT, UPDATE, DELETE ON place_refusals TO ${service};
      GRANT SELECT ON place_refusals TO ${reader}`);
    expect(await cli.run(['migrate'])).toMatchObject({ status: 0 });
    const runner = cli.database.source.createQueryRunner();
    try {
      await runner.query(`SET ROLE ${service}`);
      await runner.query(
        `INSERT INTO place_refusals (place_id, reason) SELECT * FROM unnest($1::text[], $2::text[])
         ON CONFLICT (place_id) DO UPDATE SET reason = excluded.reason, refused = now()`,
        [
          ['masp', 'nan'],
          ['too long', 'still too odd'],
        ],
      );
      expect(await runner.query('SELECT place_id, reason FROM place_refusals ORDER BY place_id')).toEqual([
        { place_id: 'masp', reason: 'too long' },
        { place_id: 'nan', reason: 'still too odd' },
      ]);
      await runner.query("DELETE FROM place_refusals WHERE place_id = 'masp'");
      await runner.query(`SET ROLE ${reader}`);
      expect(await runner.query('SELECT place_id FROM place_refusals')).toEqual([{ place_id: 'nan' }]);
      await expect(runner.query('DELETE FROM place_refusals')).rejects.toThrow('permission denied');
    } finally {
      await runner.query('RESET ROLE');
      await runner.release();
    }
    expect(
      await cli.query("SELECT place_id, reason, now() - rejected < interval '1 minute' AS recent FROM dead_letters"),
    ).toEqual([{ place_id: 'nan', reason: 'still too odd', recent: true }]);
    await cli.query(`DROP OWNED BY ${service}, ${reader}; DROP ROLE ${service}, ${reader}`);
  });
});
