import { userCounters } from '../../src/oauth/attempts/counters.js';
import { withoutCase } from '../../src/oauth/attempts/without-case.js';
import { createDatabase, type TestDatabase } from '../support/database.js';

describe('the names under which failed attempts are counted', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createDatabase();
  });

  afterAll(() => database.drop());

  it('are one wherever PostgreSQL takes two letters for one, in all of Unicode', async () => {
    const rows = await database.source.query<{ letter: string; lower: string }[]>(
      `SELECT letter, lower(letter) FROM generate_series(1, 1114111) AS code, chr(code) AS letter
       WHERE code NOT BETWEEN 55296 AND 57343 AND lower(letter) <> letter`,
    );
    expect(rows.length).toBeGreaterThan(1000);
    // PostgreSQL may know letters that Node does not know yet; the other way round, more names are one.
    const known = rows.filter(({ letter }) => !/\p{Cn}/u.test(letter));
    expect(known.map(({ letter }) => `${letter} ${withoutCase(letter)}`)).toEqual(
      known.map(({ letter, lower }) => `${letter} ${withoutCase(lower)}`),
    );
  });

  it.each(['MarİA@example.com', 'ΑΣ@example.com', 'ΑΣΑ'])('are one for all spellings of %s', async (name) => {
    const [row] = await database.source.query<{ lower: string }[]>('SELECT lower($1)', [name]);
    const from = { clientId: 'a' };
    expect(userCounters(name, from)).toEqual(userCounters(row?.lower ?? '', from));
  });
});
