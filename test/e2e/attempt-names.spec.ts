import { userCounters, lowerCase } from '../../src/oauth/attempts/counters.js';
import { useDatabase } from '../support/use-database.js';

describe('the user names of attempt counters', () => {
  const database = useDatabase();

  it('are lower-cased as PostgreSQL does it, for all of Unicode', async () => {
    const rows = await database.source.query<{ letter: string; lower: string }[]>(
      `SELECT letter, lower(letter) FROM generate_series(1, 1114111) AS code, chr(code) AS letter
       WHERE code NOT BETWEEN 55296 AND 57343 AND lower(letter) <> letter`,
    );
    expect(rows.length).toBeGreaterThan(1000);
    // PostgreSQL may know a newer Unicode than Node. The other way round does no harm: more names share a counter.
    const known = rows.filter(({ letter }) => !/\p{Cn}/u.test(letter));
    expect(known.map(({ letter }) => `${letter} ${lowerCase(letter)}`)).toEqual(
      known.map(({ letter, lower }) => `${letter} ${lowerCase(lower)}`),
    );
  });

  it.each(['MarİA@example.com', 'ΑΣ@example.com', 'ΑΣΑ'])('have the same counters in lower case: %s', async (name) => {
    const [row] = await database.source.query<{ lower: string }[]>('SELECT lower($1)', [name]);
    const source = { clientId: 'a' };
    expect(userCounters(name, source)).toEqual(userCounters(row?.lower ?? '', source));
  });
});
