import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { hashSecret } from '../../src/auth/passwords.js';
import { ElasticsearchHealth } from '../../src/places/elasticsearch/health.js';
import { ElasticsearchSearcher } from '../../src/places/elasticsearch/searcher.js';
import { aPlace, aUser } from '../support/factories.js';
import { waitUntil } from '../support/retry.js';
import { basic, expectToken, postToken, registerClients, secret } from '../support/token-endpoint.js';
import { useDirectory, useProxiedDirectory } from '../support/use-directory.js';

const words = (count: number, letters: string): string =>
  Array.from({ length: count }, (_, at) => letters + String.fromCodePoint(0x61 + (at % 26))).join(' ');

const facets = ['country', 'state', 'city', 'district'].map((name) => `facet.field=address.${name}`).join('&');
const allFacets = `${facets}&facet.field=categories.name&facet.field=categories.subcategory.name&facet.field=utilities.name`;
const sortKeys = ['country', 'state', 'city', 'district', 'street', 'number', 'zipcode'].map(
  (name) => `address.${name}`,
);

describe('the complexity of a search', () => {
  const { directory, tokens, get } = useDirectory({ places: [aPlace({ id: 'masp' })], tokens: ['application'] });

  it('is limited; the error names the parameter that costs most, and what is allowed', async () => {
    const query = `sort=${sortKeys.join()},name&${allFacets}&start=9950&rows=50`;
    const { status, body } = await get(`/v2/places?${query}`);
    expect([status, body]).toEqual([
      400,
      expect.objectContaining({
        code: 'search_too_complex',
        detail: 'start: costs 15 of the 27 that this search costs; at most 25 are allowed.',
        errors: [
          {
            parameter: 'start',
            reason: 'costs 15 of the 27 that this search costs; at most 25 are allowed',
            allowed: ['a smaller start, or cursorMark=* instead'],
          },
        ],
      }),
    ]);
    const { text } = await directory.get(`/v2/places?${query}&wt=xml`, tokens.application);
    expect(text).toContain('<code>search_too_complex</code>');
  });

  it('allows five facets and four sort keys, all facets with words, and the last page with one sort key', async () => {
    const usual = [
      `${facets}&facet.field=categories.name&sort=address.city,name,address.street,id`,
      `q=museu&${allFacets}`,
      'start=9950&rows=50&sort=name',
    ];
    for (const query of usual) expect((await get(`/v2/places?${query}`)).status).toBe(200);
  });

  it('allows eight sort keys, and each facet once', async () => {
    const { status, body } = await get(`/v2/places?sort=${sortKeys.join()},name,id`);
    expect([status, body.errors[0].reason]).toEqual([400, 'a sort order has at most 8 keys']);
    const twice = await get('/v2/places?facet.field=address.city&facet.field=address.city');
    expect([twice.status, twice.body.errors[0].reason]).toEqual([400, '"address.city" is given twice; allowed once']);
  });
});

describe('searches of one client while Elasticsearch is slow', () => {
  const { directory, tokens, proxy } = useProxiedDirectory({
    env: { SEARCH_TIMEOUT: '20000' },
    places: [aPlace({ id: 'masp', name: 'Museu' })],
    tokens: ['application', 'trusted'],
  });

  const search = (query: string, token = tokens.application) => directory.get(`/v2/places?${query}`, token);
  const { load } = { load: () => directory.app.get(ElasticsearchSearcher).load };

  it.each(['q=museu', facets])('do not keep those of other clients waiting: %s', async (query) => {
    proxy.freeze();
    const flood = Array.from({ length: 60 }, (_, at) => search(`${query}&start=${at}`));
    await waitUntil(async () => Promise.resolve(load().waiting > 0 && load().running + load().waiting >= 60), 10);
    const others = [];
    for (const [other, least] of [
      ['q=museu', 1],
      [`${facets}&rows=3`, 2],
    ] as const) {
      const { running } = load();
      others.push(search(other, tokens.trusted));
      await waitUntil(async () => Promise.resolve(load().running >= running + least), 10);
    }
    proxy.resume();
    for (const { status } of await Promise.all(others)) expect(status).toBe(200);
    expect(new Set((await Promise.all(flood)).map(({ status }) => status))).toEqual(new Set([200]));
    expect(load()).toMatchObject({ isAway: false, running: 0, waiting: 0, rejected: 0 });
  });
});

describe('connections to Elasticsearch that died without a sign', () => {
  const { directory, get, proxy } = useProxiedDirectory({
    places: [aPlace({ id: 'masp', name: 'Museu' })],
  });

  it('delay a change by one time-out of a short request', async () => {
    const timedOut: string[] = [];
    directory.app.get(ElasticsearchHealth).observe(({ api, outcome }) => {
      if (outcome === 'timeout') timedOut.push(api);
    });
    proxy.silence();
    await directory.source.query("UPDATE places SET name = 'Zebra' WHERE id = 'masp'");
    const isFound = async () => (await get('/v2/places?q=zebra&match=exact')).body.results?.header.found === 1;
    await waitUntil(isFound, 15);
    // 1 s for the check before a change is written, or 2 s for the one that the index exists. A change itself would wait for 15 s.
    const ofIndexSync = timedOut.filter((api) => ['indices.exists', 'indices.get_alias', 'bulk'].includes(api));
    expect(ofIndexSync).toEqual([expect.stringMatching(/^indices\.(exists|get_alias)$/)]);
  }, 30_000);
});

describe('words of letters that have four bytes', () => {
  const { directory, get } = useDirectory({ places: [aPlace({ id: 'masp', name: 'Museu' })] });

  it('get no corrections, whose automata would take all memory of Elasticsearch', async () => {
    const run = jest.spyOn(directory.app.get(ElasticsearchSearcher), 'run');
    const isCorrected = async (q: string): Promise<boolean[]> => {
      run.mockClear();
      expect((await get(`/v2/places?q=${encodeURIComponent(q)}`)).status).toBe(200);
      return run.mock.calls.map(([{ body }]) => JSON.stringify(body).includes('fuzziness'));
    };
    expect(await isCorrected('xyzzyxyzzy')).toContain(true);
    const searches = await isCorrected(words(16, '\u{10330}'.repeat(14)));
    expect(searches.length).toBeGreaterThan(0);
    expect(searches).not.toContain(true);
    run.mockRestore();
  });
});

describe('cursor searches', () => {
  const { directory, tokens } = useDirectory({
    // It opens as many cursors as a client may.
    fresh: true,
    places: [aPlace({ id: 'a' }), aPlace({ id: 'b' })],
    tokens: ['application', 'trusted'],
  });
  const page = (token: string, cursorMark = '*') =>
    directory.get(`/v2/places?cursorMark=${encodeURIComponent(cursorMark)}&rows=1`, token);

  it('that are not read to the end are limited for each client', async () => {
    const statuses = [];
    for (let count = 0; count < 50; count += 1) statuses.push((await page(tokens.application)).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const { status, body, headers } = await page(tokens.application);
    expect([status, body.code]).toEqual([429, 'too_many_cursors']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(200);
  }, 60_000);
});

const waitingStatements = `
  SELECT count(*)::int AS count FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%follows%'`;

describe('slow lists of one client', () => {
  const poolSize = 10;
  const { directory, tokens } = useDirectory({
    env: { DATABASE_POOL_SIZE: String(poolSize), RESPONSE_CACHE_SIZE: '0' },
    users: [aUser({ id: 'maria' })],
    places: [aPlace({ id: 'masp' })],
    tokens: ['application', 'trusted'],
  });

  const waiting = async (): Promise<number> => {
    const [row] = await directory.database.source.query<{ count: number }[]>(waitingStatements);
    return row?.count ?? 0;
  };

  /** Runs work while no statement can read a list of followers. */
  const whileLocked = (work: () => Promise<void>): Promise<void> =>
    directory.database.source.transaction(async (manager) => {
      await manager.query('LOCK TABLE follows IN ACCESS EXCLUSIVE MODE');
      await work();
    });

  const others = async (): Promise<number[]> => {
    const paths = ['users/maria', 'users/maria/places/reviews', 'places/masp/checkins'];
    const responses = await Promise.all(paths.map((path) => directory.get(`/v2/${path}`, tokens.trusted)));
    return responses.map(({ status }) => status);
  };

  // Each of them is read without waiting for a connection: a wait of more than a second would fail.
  const readable = [200, 200, 200];

  it('leave connections to other clients and other requests', async () => {
    await whileLocked(async () => {
      const slow = Array.from({ length: 3 * poolSize }, () =>
        directory.get('/v2/users/maria/followers', tokens.application),
      );
      await waitUntil(async () => (await waiting()) > 0, 5);
      await delay(200);
      expect(await waiting()).toBeLessThanOrEqual(poolSize / 2);
      expect(await others()).toEqual(readable);
      for (const { status, headers, body } of await Promise.all(slow)) {
        expect([status, headers.get('retry-after')]).toEqual([503, '1']);
        expect(['overloaded', 'database_unavailable']).toContain(body.code);
      }
    });
    expect((await directory.get('/v2/users/maria/followers', tokens.application)).status).toBe(200);
  });

  it('are cancelled when their connections close, also if they are more than the pool has', async () => {
    const { hostname, port } = new URL(directory.url);
    const ask = (token: string): Socket => {
      const socket = connect(Number(port), hostname);
      socket.write(`GET /v2/users/maria/followers HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`);
      return socket;
    };
    await whileLocked(async () => {
      const sockets = [tokens.application, tokens.trusted].flatMap((token) =>
        Array.from({ length: poolSize }, () => ask(token)),
      );
      await waitUntil(async () => (await waiting()) >= poolSize - 2, 5);
      for (const socket of sockets) socket.destroy();
      const closedAt = performance.now();
      await waitUntil(async () => (await waiting()) === 0, 5);
      // Otherwise they would end by their own time-out.
      expect(performance.now() - closedAt).toBeLessThan(700);
      expect(await others()).toEqual(readable);
    });
  });
});

describe('requests of one client for the sources of places while Elasticsearch is slow', () => {
  const { directory, tokens, proxy } = useProxiedDirectory({
    env: { SEARCH_TIMEOUT: '20000', RESPONSE_CACHE_SIZE: '0' },
    places: [aPlace({ id: 'masp', name: 'Museu' })],
    tokens: ['application', 'trusted'],
  });
  const load = () => directory.app.get(ElasticsearchSearcher).load;

  it.each(['/v2/sources', '/v2/places/tiles.json'])(
    'do not delay what the service reads for others: %s',
    async (path) => {
      // Names of categories that were read lately are not read again.
      await delay(1000);
      proxy.freeze();
      const flood = Array.from({ length: 60 }, () => directory.get(path, tokens.application));
      await waitUntil(async () => Promise.resolve(load().waiting > 0 && load().running + load().waiting >= 60), 10);
      const { running } = load();
      const other = directory.get('/v2/places/suggest?q=mus', tokens.trusted);
      // The places, and the names of all categories.
      await waitUntil(async () => Promise.resolve(load().running >= running + 2), 10);
      proxy.resume();
      expect((await other).status).toBe(200);
      expect(new Set((await Promise.all(flood)).map(({ status }) => status))).toEqual(new Set([200]));
    },
  );
});

describe('the logins of one client', () => {
  const { directory } = useDirectory({ env: { OLD_CLIENTS: 'password-grant' }, fill: registerClients });
  const names = Array.from({ length: 20 }, (_, at) => `user-${at}`);

  beforeAll(async () => {
    const passwordHash = await hashSecret('right');
    await directory.add({ users: [...names, 'maria'].map((id) => aUser({ id, passwordHash })) });
    await directory.addClients({ busy: {}, quiet: {} }, { secret, trusted: true, grants: ['password'] });
  });

  it('do not delay those of another client at the same address', async () => {
    const finished: string[] = [];
    const logIn = async (client: string, name: string) => {
      const body = { grant_type: 'password', username: `${name}@example.com`, password: 'right' };
      const answer = await postToken(directory, body, basic(client, secret));
      finished.push(client);
      return answer;
    };
    const busy = names.map((name) => logIn('busy', name));
    expectToken(await logIn('quiet', 'maria'), 'read trust');
    const before = finished.length;
    for (const answer of await Promise.all(busy)) expectToken(answer, 'read trust');
    expect(before).toBeLessThan(10);
  });
});
