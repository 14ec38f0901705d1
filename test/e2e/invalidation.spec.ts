import { runSql } from '../../dev/services/sql.js';
import { TokenCache } from '../../src/auth/token-cache.js';
import { TokenStore } from '../../src/auth/token-store.js';
import { addressOf } from '../../src/places/areas/area-ids.js';
import { AreaRefresh, AreaTable } from '../../src/places/areas/area-refresh.js';
import { IndexSyncWorker } from '../../src/places/search-index/relay.js';
import { ResponseCache } from '../../src/response-cache/response-cache.js';
import { withoutTrigger } from '../invalidation/removals.js';
import { type Answer, cacheOn } from '../support/directory.js';
import { aCheckin, aPlace, aReview, aUser } from '../support/factories.js';
import { NOTIFICATION_SECONDS, waitUntil } from '../support/retry.js';
import { useDirectory } from '../support/use-directory.js';

// Only notifications bring these changes to the service: they are made by plain SQL. `npm run test:slow -- invalidation` removes each
// trigger, channel and handler, and reports the test that fails.

/** By table with the trigger `tell_change`. The statement changes the response to the path, and no other table that notifies. */
const tables = [
  ['users', "UPDATE users SET name = 'Renamed' WHERE id = 'joao'", '/v2/users/joao'],
  ['follows', 'DELETE FROM follows', '/v2/users/joao/followers'],
  ['checkins', "UPDATE checkins SET source = 'other'", '/v2/users/maria/places/checkins'],
  ['reviews', "UPDATE reviews SET text = 'Other'", '/v2/reviews/r'],
  ['places', "UPDATE places SET name = 'Renamed' WHERE id = 'masp'", '/v2/places/masp'],
  ['place_categories', "INSERT INTO place_categories VALUES ('masp', 1, '9')", '/v2/places/masp'],
  ['categories', "UPDATE categories SET name = 'Renamed' WHERE id = '4'", '/v2/places/masp'],
  ['subcategories', "UPDATE subcategories SET name = 'Renamed' WHERE category_id = '4'", '/v2/categories/4'],
  ['sources', "UPDATE sources SET attribution = 'Others'", '/v2/places/masp'],
  [
    'joined_areas',
    `INSERT INTO joined_areas SELECT ${addressOf('places')}, '{br}' FROM places WHERE id = 'masp'`,
    '/v2/places/masp',
  ],
] as const;

/** By trigger that notes changes for the index. The statement changes the results of a search, and fires no other such trigger. */
const placeTriggers = [
  ['places_insert', "INSERT INTO places (id, name) VALUES ('new', 'Novo')"],
  ['places_update', "UPDATE places SET name = 'Again' WHERE id = 'masp'"],
  ['places_delete', "DELETE FROM places WHERE id = 'closed'"],
  ['categories_rename', "UPDATE categories SET name = 'Again' WHERE id = '4'"],
  ['subcategories_rename', "UPDATE subcategories SET name = 'Again' WHERE category_id = '4'"],
  ['sources_update', "UPDATE sources SET attribution = 'Again'"],
  ['place_categories_insert', "INSERT INTO place_categories VALUES ('masp', 2, '9')"],
  ['place_categories_update', 'UPDATE place_categories SET subcategory_id = NULL'],
  ['place_categories_delete', 'DELETE FROM place_categories WHERE position = 2'],
  ['place_categories_truncate', 'TRUNCATE place_categories'],
  ['places_truncate', 'TRUNCATE places CASCADE'],
] as const;

/** By trigger that ends access tokens. */
const tokenTriggers = [
  ['access_tokens_change', 'UPDATE access_tokens SET revoked = now() WHERE revoked IS NULL'],
  ['access_tokens_truncate', 'TRUNCATE access_tokens'],
  ['clients_end_access', "UPDATE clients SET secret_hash = 'other'"],
  ['users_end_access', "UPDATE users SET password_hash = 'other' WHERE id = 'maria'"],
] as const;

const { directory } = useDirectory({
  env: () => {
    // The worker would find a change within a second without a notification.
    jest.replaceProperty(IndexSyncWorker, 'pollMs', 60_000);
    return cacheOn;
  },
  users: [aUser({ id: 'maria' }), aUser({ id: 'joao' })],
  follows: [{ followerId: 'maria', followingId: 'joao', created: new Date() }],
  places: [aPlace({ id: 'masp' }), aPlace({ id: 'closed', categories: [] })],
  checkins: [aCheckin({ userId: 'maria', placeId: 'masp' })],
  reviews: [aReview({ id: 'r', userId: 'maria', placeId: 'masp' })],
  fill: async ({ source }) => {
    await source.query(
      `INSERT INTO sources VALUES ('Registry', 'https://example.org/license', 'Registry');
       UPDATE places SET source = 'Registry' WHERE id = 'masp';
       INSERT INTO categories VALUES ('9', 'Bars')`,
    );
    // The first request compiles much.
    await directory.get('/v2/users/maria', await directory.token());
  },
});

// Suites that run in the same process read every second again.
afterAll(() => {
  jest.restoreAllMocks();
});

const sql = (statement: string) => directory.source.query<unknown[]>(statement);

/** Repeats a request until the response comes from the cache. */
async function getCached(path: string, token: string): Promise<Answer> {
  const { counts } = directory.app.get(ResponseCache);
  let answer: Answer | undefined;
  await waitUntil(async () => {
    const { hits } = counts;
    answer = await directory.get(path, token);
    return counts.hits > hits;
  }, 5);
  if (answer?.status !== 200) throw new Error(answer?.text);
  return answer;
}

/** Makes a token, and uses it until it is cached. */
async function cachedToken(kind: 'trusted' | { user: string } = { user: 'maria' }): Promise<string> {
  const token = await directory.token(kind);
  await waitUntil(async () => {
    const { hits } = directory.app.get(TokenCache).state;
    expect(await status(token, kind === 'trusted' ? verifyPath : '/v2/users/me')).toBe(200);
    return directory.app.get(TokenCache).state.hits > hits;
  }, 5);
  return token;
}

const verifyPath = '/v2/users/maria@example.com/verify';
const status = async (token: string, path = '/v2/users/me') => (await directory.get(path, token)).status;
const expectRejected = (token: string) => waitUntil(async () => (await status(token)) === 401, NOTIFICATION_SECONDS);

/** Makes a change, without its trigger where that is removed. */
const change = (trigger: string, work: () => Promise<unknown>) => withoutTrigger(directory.source, trigger, work);

/** Until the worker has indexed all changes. */
const indexed = () =>
  waitUntil(async () => (await sql('SELECT FROM place_changes')).length === 0, NOTIFICATION_SECONDS);

/** @returns what a search finds */
async function search(): Promise<object[]> {
  await directory.settleIndex();
  const path = `/v2/places?rows=50&fl=id,name,categories,source&at=${performance.now()}`;
  return (await directory.get(path, await directory.token())).body.results.places as object[];
}

it('every trigger that notifies is tested here', async () => {
  const triggers = await directory.source.query<{ name: string }[]>(
    `SELECT CASE tgname WHEN 'tell_change' THEN tgrelid::regclass::text ELSE tgname END AS name
     FROM pg_trigger JOIN pg_proc ON pg_proc.oid = tgfoid WHERE prosrc ~* 'notify'`,
  );
  const tested = [...tables, ...placeTriggers, ...tokenTriggers, ['clients_change'], ['users_deleted']].map(
    ([name]) => name,
  );
  expect(triggers.map(({ name }) => name).sort()).toEqual(tested.sort());
});

it.each(tables)('a cached response is replaced after a change of %s', async (table, statement, path) => {
  const token = await directory.token();
  const { text } = await getCached(path, token);
  await change(table, () => sql(statement));
  await waitUntil(async () => (await directory.get(path, token)).text !== text, NOTIFICATION_SECONDS);
  expect((await directory.get(path, token)).status).toBe(200);
});

it('a label is replaced after a category is renamed', async () => {
  await directory.app.get(AreaRefresh).refresh();
  const table = directory.app.get(AreaTable);
  const read = table.categories.bind(table);
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  jest.spyOn(table, 'categories').mockImplementationOnce(async () => {
    await released;
    return read();
  });
  const [path, token] = ['/v2/categories/9?lang=pt', await directory.token()];
  const category = async () => (await directory.get(path, token)).body.category as { name: string; label?: string };
  try {
    await sql("UPDATE categories SET name = 'Bakery' WHERE id = '9'");
    await waitUntil(async () => (await category()).name === 'Bakery', NOTIFICATION_SECONDS);
    expect((await getCached(path, token)).body.category).not.toHaveProperty('label');
  } finally {
    // The application ends only afterwards.
    release();
  }
  await waitUntil(async () => (await category()).label === 'Padaria', NOTIFICATION_SECONDS);
});

/** What the last of these tests found. */
let found: object[] | undefined;

it.each(placeTriggers)('the index follows %s', async (trigger, statement) => {
  const before = found ?? (await search());
  await change(trigger, () => sql(statement));
  await indexed();
  found = await search();
  expect(found).not.toEqual(before);
});

it.each(tokenTriggers)('a cached token is rejected after %s', async (trigger, statement) => {
  const token = await cachedToken();
  await change(trigger, () => sql(statement));
  await expectRejected(token);
});

it('a cached token is no longer trusted after clients_change', async () => {
  const token = await cachedToken('trusted');
  await change('clients_change', () => sql("UPDATE clients SET trusted = false WHERE id = 'test-trusted'"));
  await waitUntil(async () => (await status(token, verifyPath)) !== 200, NOTIFICATION_SECONDS);
  expect(await status(token, verifyPath)).toBe(403);
});

// Those of another issuer have no row that says whose they are.
it('a cached token is looked up again after users_deleted', async () => {
  await directory.add({ users: [aUser({ id: 'leaver' })] });
  await cachedToken();
  const { state: before } = directory.app.get(TokenCache);
  await change('users_deleted', () => sql("DELETE FROM users WHERE id = 'leaver'"));
  await waitUntil(() => directory.app.get(TokenCache).state.entries === 0, NOTIFICATION_SECONDS);
  expect(before.entries).toBeGreaterThan(0);
});

it('a cached token is rejected after users_end_access in a transaction that does not see it', async () => {
  const runner = directory.source.createQueryRunner();
  await runner.startTransaction('REPEATABLE READ');
  await runner.query('SELECT 1');
  const token = await cachedToken();
  await change('users_end_access', async () => {
    await runner.query("UPDATE users SET disabled = now() WHERE id = 'maria'");
    await runner.commitTransaction();
  });
  await runner.release();
  await expectRejected(token);
  await sql('UPDATE users SET disabled = NULL');
});

describe('while the connections that listen are away', () => {
  const allowConnections = (isAllowed: boolean) =>
    runSql(process.env.DATABASE_URL ?? '', `ALTER DATABASE ${directory.database.name} ALLOW_CONNECTIONS ${isAllowed}`);

  async function disconnect(): Promise<void> {
    await allowConnections(false);
    await sql(
      `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
       WHERE application_name = 'place-directory listener' AND datname = current_database()`,
    );
  }

  /** The service tries once a second. */
  async function reconnect(): Promise<void> {
    await allowConnections(true);
    await waitUntil(() => directory.app.get(TokenCache).state.listening, NOTIFICATION_SECONDS);
  }

  it('nothing is cached, and what was cached before is not served afterwards', async () => {
    const path = '/v2/users/joao';
    const [ended, token] = [await cachedToken(), await directory.token()];
    const { text } = await getCached(path, token);
    const before = await search();
    await disconnect();
    expect(await status(ended)).toBe(200);
    await sql('UPDATE access_tokens SET revoked = now() WHERE user_id IS NOT NULL');
    await sql("UPDATE users SET name = 'Away' WHERE id = 'joao'");
    await sql("INSERT INTO places (id, name) VALUES ('away', 'Away')");
    await expectRejected(ended);
    await waitUntil(async () => (await directory.get(path, token)).text !== text, NOTIFICATION_SECONDS);
    await reconnect();
    expect((await getCached(path, token)).text).not.toBe(text);
    await indexed();
    expect(await search()).not.toEqual(before);
  });

  it('a token that is looked up meanwhile is not cached', async () => {
    const store = directory.app.get(TokenStore);
    const token = await directory.token({ user: 'maria' });
    const find = store.find.bind(store);
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const found = new Promise<void>((resolve) => {
      jest.spyOn(store, 'find').mockImplementationOnce(async (text) => {
        const result = await find(text);
        resolve();
        await released;
        return result;
      });
    });
    await disconnect();
    const response = status(token);
    await found;
    await sql('UPDATE access_tokens SET revoked = now() WHERE user_id IS NOT NULL');
    await reconnect();
    release();
    expect(await response).toBe(200);
    expect(await status(token)).toBe(401);
  });
});
