import { Pool } from 'pg';
import { serviceConnection } from '../../src/database/connect.js';
import { runNamed, runUnnamed } from '../../src/database/statements.js';
import { aUser } from '../support/factories.js';
import { insertRows } from '../support/insert-rows.js';
import { useDatabase } from '../support/use-database.js';

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
