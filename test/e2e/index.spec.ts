import { OutboxRelay } from '../../src/places/search-index/sync/outbox-relay.js';
import { IndexInspector } from '../../src/places/search-index/lifecycle/index-inspector.js';
import { IndexLifecycle } from '../../src/places/search-index/lifecycle/index-lifecycle.js';
import { IndexStore } from '../../src/places/search-index/lifecycle/index-store.js';
import { Directory } from '../support/directory.js';
import { aPlace } from '../support/factories.js';

/** What holds between PostgreSQL and the index, whatever happens to either (design, section 7). */
describe('the index', () => {
  let directory: Directory;
  let keeper: IndexLifecycle;
  let inspector: IndexInspector;
  let token: string;

  beforeAll(async () => {
    directory = await Directory.start();
    keeper = directory.app.get(IndexLifecycle);
    inspector = directory.app.get(IndexInspector);
    token = await directory.token();
    await directory.add({ places: Array.from({ length: 30 }, (_, at) => aPlace({ id: `p${at}`, name: 'Padaria' })) });
  });

  afterAll(() => directory.stop());

  const sql = (statement: string, parameters: unknown[] = []) => directory.source.query(statement, parameters);

  const elasticsearch = (path: string, init: RequestInit = {}) =>
    fetch(`${process.env.ELASTICSEARCH_URL ?? ''}/${path}`, init);

  async function made(): Promise<string[]> {
    return (await directory.app.get(IndexStore).made()).sort();
  }

  async function found(query: string): Promise<number> {
    const { body } = await directory.get(`/v2/places?${query}`, token);
    return body?.results?.header.found as number;
  }

  /** Waits for what the follower does by itself; the test's own limit ends the wait. */
  async function expectSoon(holds: () => Promise<boolean>): Promise<void> {
    while (!(await holds())) await new Promise((next) => setTimeout(next, 50));
  }

  it('follows an update, a deletion, a new identifier and a truncation by itself', async () => {
    await sql("UPDATE places SET name = 'Quitanda' WHERE id = 'p1'");
    await expectSoon(async () => (await found('q=quitanda')) === 1);
    await sql("DELETE FROM places WHERE id = 'p2'");
    await expectSoon(async () => (await found('')) === 29);
    await sql("INSERT INTO places (id, name) VALUES ('old', 'Feira')");
    await expectSoon(async () => (await found('fq=id:old')) === 1);
    await sql("UPDATE places SET id = 'new' WHERE id = 'old'");
    await expectSoon(async () => (await found('fq=id:new')) === 1 && (await found('fq=id:old')) === 0);
    await sql('TRUNCATE place_categories');
    await expectSoon(async () => (await found('fq=categories.id:[* TO *]')) === 0);
  });

  it('sets aside what Elasticsearch refuses, and carries the rest', async () => {
    await sql('ALTER TABLE places DROP CONSTRAINT places_rating_check');
    await sql("INSERT INTO places (id, name, rating) VALUES ('nan', 'Nenhuma', 'NaN'), ('fine', 'Boa', 4)");
    await expectSoon(async () => (await found('fq=id:fine')) === 1);
    const refusals = await sql('SELECT place_id FROM place_refusals');
    expect(refusals).toEqual([{ place_id: 'nan' }]);
    expect(await keeper.rebuild()).toMatchObject({ refused: 1 });
    await sql("UPDATE places SET rating = 3 WHERE id = 'nan'");
    await expectSoon(async () => (await found('fq=id:nan')) === 1);
    expect(await sql('SELECT place_id FROM place_refusals')).toEqual([]);
  });

  it('finds the one place for which a whole request is refused', async () => {
    await sql('ALTER TABLE places DROP CONSTRAINT places_id_check');
    const long = '日'.repeat(200);
    await sql("INSERT INTO places (id, name) VALUES ($1, 'Lonjura'), ('beside', 'Ao Lado')", [long]);
    await expectSoon(async () => (await found('fq=id:beside')) === 1);
    expect(await sql('SELECT place_id FROM place_refusals')).toEqual([{ place_id: long }]);
    await sql('DELETE FROM places WHERE id = $1', [long]);
  });

  it('is built anew when it vanishes, and loses no change', async () => {
    const [{ name }] = await sql('SELECT name FROM place_indices');
    await elasticsearch(name, { method: 'DELETE' });
    await sql("UPDATE places SET name = 'Ressurreição' WHERE id = 'p3'");
    await expectSoon(async () => (await found('q=ressurreicao')) === 1);
    const { live, indices, places } = await inspector.status();
    expect(live).toMatchObject({ documents: places });
    expect(indices).toEqual([live?.name]);
  });

  it('loses no change while it is closed', async () => {
    const name = (await inspector.status()).live?.name ?? '';
    // What else is under way is not what this is about.
    await directory.settle();
    await elasticsearch(`${name}/_close`, { method: 'POST' });
    await sql("UPDATE places SET name = 'Enclausurada' WHERE id = 'p3'");
    await sql("DELETE FROM places WHERE id = 'p4'");
    await expect(directory.app.get(OutboxRelay).drain()).rejects.toThrow(/closed/);
    expect(await sql("SELECT FROM place_changes WHERE place_id IN ('p3', 'p4')")).not.toEqual([]);
    expect(await sql('SELECT FROM place_refusals')).toEqual([]);
    await elasticsearch(`${name}/_open`, { method: 'POST' });
    await expectSoon(async () => (await found('q=enclausurada').catch(() => 0)) === 1);
    expect(await found('fq=id:p4')).toBe(0);
  });

  it('holds what changes while it is rebuilt, by several carriers at once', async () => {
    const carriers = [0, 1, 2].map(() => directory.app.get(OutboxRelay));
    let changes = 0;
    const rebuilt = new AbortController();
    const changing = (async () => {
      while (!rebuilt.signal.aborted) {
        changes += 1;
        await sql('UPDATE places SET name = $1 WHERE id = $2', [`Versão ${changes}`, `p${4 + (changes % 20)}`]);
        await Promise.all(carriers.map((carrier) => carrier.indexBatch()));
      }
    })();
    for (let round = 0; round < 3; round += 1) await keeper.rebuild();
    rebuilt.abort();
    await changing;
    expect(changes).toBeGreaterThan(3);
    await directory.settle();
    const { body } = await directory.get('/v2/places?rows=50&fl=name', token);
    const stored: { id: string; name: string }[] = await sql('SELECT id, name FROM places');
    const names = (places: { id: string; name: string }[]) => new Map(places.map(({ id, name }) => [id, name]));
    expect(names(body.results.places)).toEqual(names(stored));
    expect((await inspector.status()).indices).toHaveLength(1);
  });

  it('carries in smaller batches what takes a slow PostgreSQL longer than a statement may', async () => {
    await sql(`CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_sleep(0.002); RETURN OLD; END $$`);
    await sql('CREATE TRIGGER dawdle BEFORE DELETE ON place_changes FOR EACH ROW EXECUTE FUNCTION dawdle()');
    await sql("INSERT INTO places (id, name) SELECT 'slow-' || n, 'Demora' FROM generate_series(1, 1200) n");
    await directory.settle();
    await sql('DROP TRIGGER dawdle ON place_changes');
    const { body } = await directory.get('/v2/places?q=demora&rows=1', token);
    expect(body.results.header.found).toBe(1200);
    await sql("DELETE FROM places WHERE name = 'Demora'");
    await directory.settle();
  }, 30_000);

  it('stays in place when a rebuilding is called off or loses its lock, and drops the half one', async () => {
    const before = await inspector.status();
    const signal = AbortSignal.abort(new Error('called off'));
    await expect(keeper.rebuild({ signal })).rejects.toThrow('called off');
    // Enough places for several batches, and the lock is gone after the first.
    await sql("INSERT INTO places (id, name) SELECT 'lot-' || n, 'Lote' FROM generate_series(1, 8000) n");
    // The follower, which shares the list of indices, is through with them.
    await directory.settle();
    const lock = "locktype = 'advisory' AND objid = 731002 AND datname = current_database()";
    const progress = () =>
      void sql(`SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_database d ON d.oid = database WHERE ${lock}`);
    await expect(keeper.rebuild({ progress })).rejects.toThrow('The lock on the index was lost');
    await sql("DELETE FROM places WHERE name = 'Lote'");
    const after = await inspector.status();
    expect(after.live?.name).toBe(before.live?.name);
    expect(after.indices).toEqual(before.indices);
    expect(await made()).toEqual([...after.retired, ...after.indices].sort());
  });

  it('keeps the index that a walk is on until the walk has had its time', async () => {
    const { body } = await directory.get('/v2/places?cursorMark=*&rows=2&sort=id', token);
    await keeper.rebuild();
    const mark = encodeURIComponent(body.results.header.nextCursorMark);
    const next = () => directory.get(`/v2/places?cursorMark=${mark}&sort=id&rows=2`, token);
    const { status, body: page } = await next();
    expect([status, page.results.places]).toEqual([200, [expect.anything(), expect.anything()]]);
    await sql("UPDATE place_indices SET retired = now() - interval '1 hour' WHERE retired IS NOT NULL");
    await keeper.ensure();
    expect(await made()).toEqual((await inspector.status()).indices);
    const { status: later, body: problem } = await next();
    expect([later, problem.code]).toEqual([410, 'cursor_expired']);
  });

  it('drops the index behind the alias that PostgreSQL does not know, once another has taken its place', async () => {
    const unknown = (await inspector.status()).live?.name;
    await sql('DELETE FROM place_indices WHERE name = $1', [unknown]);
    await keeper.ensure();
    const { live, retired } = await inspector.status();
    expect(live?.name).not.toBe(unknown);
    expect(retired).toContain(unknown);
    await sql("UPDATE place_indices SET retired = now() - interval '1 hour' WHERE retired IS NOT NULL");
    await keeper.ensure();
    expect(await made()).toEqual((await inspector.status()).indices);
  });

  it('drops what a rebuilding that was killed has left, whether it was registered already or not', async () => {
    const store = directory.app.get(IndexStore);
    const [registered, unknown] = [store.newName(), `${store.alias}-20200101000000000`];
    for (const name of [registered, unknown]) await store.create(name);
    await sql('INSERT INTO place_indices (name) VALUES ($1)', [registered]);
    await keeper.ensure();
    const { indices } = await inspector.status();
    expect([indices.length, await made()]).toEqual([1, indices]);
  });
});
