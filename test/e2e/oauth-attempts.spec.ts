import { hashSecret } from '../../src/auth/passwords.js';
import { AttemptStore, clientCounters, userCounters, lowerCase } from '../../src/oauth/attempts/attempts.js';
import { useConsent, web } from '../support/consent.js';
import { type Answer, type Directory } from '../support/directory.js';
import { aUser } from '../support/factories.js';
import {
  basic,
  clientCredentials,
  expectError,
  expectToken,
  type Fields,
  registerClients,
  secret,
} from '../support/token-endpoint.js';
import { useDatabase } from '../support/use-database.js';
import { useDirectory } from '../support/use-directory.js';

const endpoints = ['token', 'introspect', 'revoke'];

describe('failed attempts at the OAuth endpoints', () => {
  const limits = {
    ATTEMPT_LIMIT: '3',
    ATTEMPT_LIMIT_TOTAL: '7',
    TRUST_PROXY: 'loopback',
    OLD_CLIENTS: 'password-grant',
  };
  const { directory, issueTokens, refresh } = useConsent({ env: limits });
  const { directory: other } = useDirectory({ env: limits, over: directory });

  beforeAll(async () => {
    await registerClients(directory);
    await directory.add({ users: [aUser({ id: 'ana', passwordHash: await hashSecret('right') })] });
  });

  beforeEach(() => directory.source.query('TRUNCATE attempts, known_sources'));

  const post = (
    name: string,
    fields: Fields,
    headers: Fields,
    address = '192.0.2.1',
    at = directory,
  ): Promise<Answer> =>
    at.request(`/v2/oauth/${name}`, {
      method: 'POST',
      headers: { 'X-Forwarded-For': address, ...headers },
      body: new URLSearchParams(fields),
    });

  const get = (headers: Fields, address?: string, at?: Directory) =>
    post('token', clientCredentials, headers, address, at);

  async function fail(times: number, id: string, address?: string): Promise<void> {
    for (let time = 0; time < times; time += 1) {
      expectError(await get(basic(id, 'wrong'), address), 401, 'invalid_client');
    }
  }

  function expectTooMany(answer: Answer): void {
    expectError(answer, 429, 'temporarily_unavailable');
    const seconds = Number(answer.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(300);
  }

  it.each(['app', 'unknown'])(
    'block the client at the limit, with a right or wrong secret, on every replica: %s',
    async (id) => {
      await fail(3, id);
      for (const name of endpoints) {
        expectTooMany(await post(name, { ...clientCredentials, token: 'x' }, basic(id, secret)));
        expectTooMany(await post(name, { ...clientCredentials, token: 'x' }, basic(id, 'wrong'), undefined, other));
      }
    },
  );

  it.each(endpoints)('are counted at %s', async (name) => {
    for (let time = 0; time < 3; time += 1) {
      expectError(await post(name, { token: 'x' }, basic('app', 'wrong')), 401, 'invalid_client');
    }
    expectTooMany(await get(basic('app', secret)));
  });

  it('of one client block neither another client nor the same client from another address', async () => {
    await fail(3, 'app');
    expectToken(await get(basic('trusted', secret)), 'read trust');
    expectToken(await get(basic('app', secret), '192.0.2.2'));
  });

  describe('of one address under many names', () => {
    /** Sets the delay of the address. */
    const delayNext = (seconds: number) =>
      directory.source.query(
        "UPDATE attempts SET next_attempt = now() + $1 * interval '1 second' WHERE failures >= 7",
        [seconds],
      );

    beforeEach(async () => {
      expectToken(await get(basic('trusted', secret)), 'read trust');
      for (let at = 0; at < 7; at += 1) await fail(1, `name-${at}`);
    });

    it('delay other clients there, but do not lock them out, whether they were there before or not', async () => {
      await delayNext(20);
      expectToken(await get(basic('trusted', secret)), 'read trust');
      expectTooMany(await get(basic('app', secret)));
      expectToken(await get(basic('app', secret), '192.0.2.2'));
      await delayNext(0);
      expectToken(await get(basic('app', secret)));
    });

    it('write no counters once they are denied', async () => {
      const count = () => directory.source.query('SELECT count(*) FROM attempts');
      await delayNext(20);
      const before = await count();
      for (let at = 8; at < 12; at += 1) expectTooMany(await get(basic(`name-${at}`, 'wrong')));
      expect(await count()).toEqual(before);
    });

    it('are denied at once, with the seconds to wait', async () => {
      await delayNext(20);
      const start = performance.now();
      const requests = Array.from({ length: 40 }, (_, at) => get(basic(`name-${at + 10}`, 'wrong')));
      for (const answer of await Promise.all(requests)) {
        expectTooMany(answer);
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(10);
      }
      expect(performance.now() - start).toBeLessThan(5000);
    });

    it('slow down further guesses there, but no client that has authenticated there', async () => {
      await delayNext(20);
      expectTooMany(await get(basic('name-8', 'wrong')));
      expectTooMany(await get(basic('app', secret), undefined, other));
      expectToken(await get(basic('trusted', secret)), 'read trust');
      expectToken(await get(basic('trusted', secret), undefined, other), 'read trust');
    });
  });

  it('delay the next attempt, longer after each failure, until the window ends', async () => {
    await fail(3, 'app');
    const delays: number[] = [];
    for (let time = 0; time < 4; time += 1) {
      const answer = await get(basic('app', secret));
      expectTooMany(answer);
      delays.push(Number(answer.headers.get('retry-after')));
      await directory.source.query('UPDATE attempts SET next_attempt = now()');
      await fail(1, 'app');
    }
    expect(delays.map((delay) => Math.round(delay / 30) * 30)).toEqual([30, 60, 120, 240]);
    const [row] = await directory.source.query<{ rest: number }[]>(
      'SELECT extract(epoch FROM min(expires - next_attempt))::integer AS rest FROM attempts WHERE failures = 7',
    );
    expect(row).toEqual({ rest: 0 });
  });

  it.each([
    ['without failures', 0],
    ['near the limit', 2],
  ])('are not confused with successes in progress: %s', async (_, failures) => {
    await fail(failures, 'app');
    const requests = Array.from({ length: 50 }, (_, at) =>
      get(basic('app', secret), undefined, at % 2 === 0 ? directory : other),
    );
    for (const answer of await Promise.all(requests)) expectToken(answer);
  });

  it('sent at once do not pass the limit together', async () => {
    const requests = Array.from({ length: 12 }, (_, at) =>
      get(basic('app', 'wrong'), undefined, at % 2 === 0 ? directory : other),
    );
    const statuses = (await Promise.all(requests)).map(({ status }) => status).sort();
    expect(statuses).toEqual([401, 401, 401, ...Array.from({ length: 9 }, () => 429)]);
  });

  it('in progress in a replica that stopped are forgotten, however many attempts follow', async () => {
    const later = (seconds: number) =>
      directory.source.query(
        `UPDATE attempts SET pending = ARRAY(SELECT until - $1 * interval '1 second' FROM unnest(pending) AS until)`,
        [seconds],
      );
    await fail(1, 'app');
    const store = directory.app.get(AttemptStore);
    expect((await store.reserve(clientCounters('app', '192.0.2.1'))).allowed).toBe(true);
    for (let time = 0; time < 2; time += 1) {
      await later(3);
      expectToken(await get(basic('app', secret)));
    }
    expect((await store.reserve(clientCounters('app', '192.0.2.1'))).allowed).toBe(true);
    expectTooMany(await get(basic('app', secret)));
    await later(25);
    expectToken(await get(basic('app', secret)));
  });

  it('are neither counted nor reset by a success', async () => {
    await fail(2, 'app');
    for (let time = 0; time < 10; time += 1) expectToken(await get(basic('app', secret)));
    await fail(1, 'app');
    expectTooMany(await get(basic('app', secret)));
  });

  it('are forgotten after the window', async () => {
    await fail(3, 'app');
    await directory.source.query("UPDATE attempts SET expires = now() - interval '1 second'");
    expectToken(await get(basic('app', secret)));
    await fail(2, 'app');
    expectToken(await get(basic('app', secret)));
  });

  it('without a secret are not counted', async () => {
    for (let time = 0; time < 4; time += 1) {
      expectError(await post('token', { ...clientCredentials, client_id: 'app' }, {}), 401, 'invalid_client');
    }
    expectToken(await get(basic('app', secret)));
  });

  describe('with a user’s password', () => {
    const password = { grant_type: 'password', username: 'ana@example.com' };
    const ask = (fields: Fields, address?: string) =>
      post('token', { ...password, ...fields }, basic('trusted', secret), address);

    it.each(['ana@example.com', 'nobody@example.com'])('block the user at the limit: %s', async (username) => {
      for (let time = 0; time < 3; time += 1) {
        expectError(await ask({ username, password: 'wrong' }), 400, 'invalid_grant');
      }
      expectTooMany(await ask({ username, password: 'right' }));
      expectTooMany(await ask({ username: username.toUpperCase(), password: 'right' }, '192.0.2.2'));
    });

    it('block neither the client nor its other users', async () => {
      for (const name of ['one', 'two', 'three']) {
        for (let time = 0; time < 3; time += 1) {
          const answer = await ask({ username: `${name}@example.com`, password: 'wrong' });
          expectError(answer, 400, 'invalid_grant');
        }
      }
      expectToken(await ask({ password: 'right' }), 'read trust');
      expectToken(await get(basic('trusted', secret)), 'read trust');
    });
  });

  it('with refresh tokens are not counted: nobody can guess 256 bits', async () => {
    const pair = await issueTokens();
    for (let time = 0; time < 5; time += 1) expectError(await refresh('wrong'), 400, 'invalid_grant');
    expectToken(await refresh(pair.refresh, {}, web), 'read', { refresh: true });
  });
});

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
