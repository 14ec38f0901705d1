import { useCommandLine } from '../support/use-command-line.js';

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
