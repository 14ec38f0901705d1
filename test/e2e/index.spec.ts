import { setTimeout as delay } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { runSql } from '../../dev/services/sql.js';
import { IndexAdmin } from '../../src/places/search-index/indices.js';
import { IndexInspector } from '../../src/places/search-index/inspect.js';
import { IndexLifecycle } from '../../src/places/search-index/lifecycle.js';
import { OutboxRelay, SyncLagMeter } from '../../src/places/search-index/relay.js';
import { IndexWriter } from '../../src/places/search-index/writer.js';
import { type PlaceRecord } from '../../src/places/place.js';
import { runCommand } from '../support/command-line.js';
import { elasticsearch, setOnIndex } from '../support/elasticsearch.js';
import { expectInSync } from '../support/expect-in-sync.js';
import { aPlace } from '../support/factories.js';
import { waitUntil } from '../support/retry.js';
import { useDirectory } from '../support/use-directory.js';
import { withoutConstraint } from '../support/without-constraint.js';

/** The index equals PostgreSQL, whatever happens to either (docs/adr/0003). */
describe('the search index', () => {
  let lifecycle: IndexLifecycle;
  let inspector: IndexInspector;

  const { directory, get } = useDirectory({
    // It counts all indices that were made.
    fresh: true,
    places: Array.from({ length: 30 }, (_, index) => aPlace({ id: `p${index}`, name: 'Padaria' })),
  });

  beforeAll(() => {
    lifecycle = directory.app.get(IndexLifecycle);
    inspector = directory.app.get(IndexInspector);
  });

  const sql = (statement: string, parameters: unknown[] = []) => directory.source.query(statement, parameters);

  async function made(): Promise<string[]> {
    return (await directory.app.get(IndexAdmin).listAll()).sort();
  }

  async function found(query: string): Promise<number> {
    const { body } = await get(`/v2/places?${query}`);
    return body?.results?.header.found as number;
  }

  it('records rejected places as dead letters, and indexes the others', async () => {
    await withoutConstraint(directory.source, 'places_rating_check', async () => {
      await sql("INSERT INTO places (id, name, rating) VALUES ('nan', 'Nenhuma', 'NaN'), ('fine', 'Boa', 4)");
      await waitUntil(async () => (await found('fq=id:fine')) === 1, 10);
      expect(await sql('SELECT place_id FROM dead_letters')).toEqual([{ place_id: 'nan' }]);
      expect(await lifecycle.rebuild()).toMatchObject({ rejected: 1 });
      await sql("UPDATE places SET rating = 3 WHERE id = 'nan'");
    });
    await waitUntil(async () => (await found('fq=id:nan')) === 1, 10);
    expect(await sql('SELECT place_id FROM dead_letters')).toEqual([]);
  });

  it('finds the place because of which Elasticsearch rejects a whole bulk request', async () => {
    await withoutConstraint(directory.source, 'places_id_check', async () => {
      const long = '日'.repeat(200);
      await sql("INSERT INTO places (id, name) VALUES ($1, 'Lonjura'), ('beside', 'Ao Lado')", [long]);
      await waitUntil(async () => (await found('fq=id:beside')) === 1, 10);
      expect(await sql('SELECT place_id FROM dead_letters')).toEqual([{ place_id: long }]);
      await sql('DELETE FROM places WHERE id = $1', [long]);
    });
  });

  it('is rebuilt when it is deleted, and loses no change', async () => {
    const [{ name }] = await sql('SELECT name FROM place_indices');
    await elasticsearch(name, 'DELETE');
    await sql("UPDATE places SET name = 'Ressurreição' WHERE id = 'p3'");
    await waitUntil(async () => (await found('q=ressurreicao')) === 1, 15);
    const { live, active, places } = await inspector.status();
    expect(live).toMatchObject({ documents: places });
    expect(active).toEqual([live?.name]);
  });

  it('loses no change while it is closed', async () => {
    const name = (await inspector.status()).live?.name ?? '';
    // Finish earlier changes first.
    await directory.settle();
    await elasticsearch(`${name}/_close`, 'POST');
    await sql("UPDATE places SET name = 'Enclausurada' WHERE id = 'p3'");
    await sql("DELETE FROM places WHERE id = 'p4'");
    await expect(directory.app.get(OutboxRelay).drain()).rejects.toThrow(/closed/);
    expect(await sql("SELECT FROM place_changes WHERE place_id IN ('p3', 'p4')")).not.toEqual([]);
    expect(await sql('SELECT FROM dead_letters')).toEqual([]);
    await elasticsearch(`${name}/_open`, 'POST');
    await waitUntil(async () => (await found('q=enclausurada').catch(() => 0)) === 1, 15);
    expect(await found('fq=id:p4')).toBe(0);
  });

  it('is updated in smaller batches when PostgreSQL is so slow that a batch times out', async () => {
    await sql(`CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_sleep(0.002); RETURN OLD; END $$`);
    await sql('CREATE TRIGGER dawdle BEFORE DELETE ON place_changes FOR EACH ROW EXECUTE FUNCTION dawdle()');
    await sql("INSERT INTO places (id, name) SELECT 'slow-' || n, 'Demora' FROM generate_series(1, 1200) n");
    await directory.settle();
    await sql('DROP TRIGGER dawdle ON place_changes');
    const { body } = await get('/v2/places?q=demora&rows=1');
    expect(body.results.header.found).toBe(1200);
    await sql("DELETE FROM places WHERE name = 'Demora'");
    await directory.settle();
  }, 30_000);

  it('is rebuilt without starting again when PostgreSQL is slow for a while', async () => {
    await sql("INSERT INTO places (id, name) SELECT 'slow-' || n, 'Demora' FROM generate_series(1, 3000) n");
    await directory.settle();
    let slow: Promise<void> | undefined;
    const progress: number[] = [];
    // Longer than the service lets a statement take.
    const onProgress = (done: number): void => {
      progress.push(done);
      slow ??= directory.source.transaction(async (manager) => {
        await manager.query('LOCK TABLE places IN ACCESS EXCLUSIVE MODE');
        await delay(2500);
      });
    };
    const { places } = await inspector.status();
    expect(await lifecycle.rebuild({ onProgress })).toMatchObject({ places });
    await slow;
    // A start from the first place would report fewer places than before.
    expect(progress).toEqual([...new Set(progress)].sort((one, other) => one - other));
    expect(progress.at(-1)).toBe(places);
    await sql("DELETE FROM places WHERE name = 'Demora'");
    await directory.settle();
  }, 30_000);

  it('stays live when a rebuild is aborted or loses its lock, and the half-built index is dropped', async () => {
    const before = await inspector.status();
    const signal = AbortSignal.abort(new Error('aborted by the test'));
    await expect(lifecycle.rebuild({ signal })).rejects.toThrow('aborted by the test');
    // Enough places for several batches, and the lock is gone after the first.
    await sql("INSERT INTO places (id, name) SELECT 'lot-' || n, 'Lote' FROM generate_series(1, 4000) n");
    // Index sync, which also locks the registry, has finished.
    await directory.settle();
    const lock = "locktype = 'advisory' AND objid = 731002 AND datname = current_database()";
    const onProgress = () =>
      void sql(`SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_database d ON d.oid = database WHERE ${lock}`);
    await expect(lifecycle.rebuild({ onProgress })).rejects.toThrow('The lock on the index was lost');
    await sql("DELETE FROM places WHERE name = 'Lote'");
    const after = await inspector.status();
    expect(after.active).toEqual([before.live?.name]);
    expect(after.live?.name).toBe(before.live?.name);
    expect(await made()).toEqual([...after.retired, ...after.active].sort());
  });

  it('is kept for cursors after a rebuild, until they expire', async () => {
    const { body } = await get('/v2/places?cursorMark=*&rows=2&sort=id');
    await lifecycle.rebuild();
    const cursorMark = encodeURIComponent(body.results.header.nextCursorMark);
    const next = () => get(`/v2/places?cursorMark=${cursorMark}&sort=id&rows=2`);
    const { status, body: page } = await next();
    expect([status, page.results.places]).toEqual([200, [expect.anything(), expect.anything()]]);
    await sql("UPDATE place_indices SET retired = now() - interval '1 hour' WHERE retired IS NOT NULL");
    await lifecycle.ensureLiveIndex();
    expect(await made()).toEqual((await inspector.status()).active);
    const { status: later, body: problem } = await next();
    expect([later, problem.code]).toEqual([410, 'cursor_expired']);
  });

  it('is retired and dropped when it is not registered in PostgreSQL, after another one is built', async () => {
    const unregistered = (await inspector.status()).live?.name;
    await sql('DELETE FROM place_indices WHERE name = $1', [unregistered]);
    await lifecycle.ensureLiveIndex();
    const { live, active, retired } = await inspector.status();
    expect([active, live]).toEqual([[expect.any(String)], expect.objectContaining({ name: active[0] })]);
    expect(active).not.toContain(unregistered);
    expect(retired).toContain(unregistered);
    await sql("UPDATE place_indices SET retired = now() - interval '1 hour' WHERE retired IS NOT NULL");
    await lifecycle.ensureLiveIndex();
    // The worker of the service may be dropping it now.
    await waitUntil(async () => (await made()).length === 1, 5);
    expect(await made()).toEqual((await inspector.status()).active);
  });

  it('is the only one left after a rebuild that was killed, registered or not', async () => {
    const admin = directory.app.get(IndexAdmin);
    const [registered, unregistered] = [admin.newName(), `${admin.alias}-20200101000000000`];
    for (const name of [registered, unregistered]) await admin.create(name, { languages: ['en'] });
    await sql('INSERT INTO place_indices (name) VALUES ($1)', [registered]);
    await lifecycle.ensureLiveIndex();
    const { active } = await inspector.status();
    expect([active.length, await made()]).toEqual([1, active]);
  });

  it('is built once no other index has the name of the alias; until then searches are 503, and everything says why', async () => {
    const { name: alias } = directory.database;
    const fault = `${alias} (ELASTICSEARCH_INDEX) is an index, not an alias`;
    const remedy = `curl -X DELETE "$ELASTICSEARCH_URL/${alias}"`;
    const warnings = jest.spyOn(Logger.prototype, 'warn');
    const { live } = await inspector.status();
    await elasticsearch('_aliases', 'POST', { actions: [{ remove: { index: live?.name, alias } }] });
    // As another program does: Elasticsearch makes the index.
    expect((await elasticsearch(`${alias}/_doc/1?refresh=true`, 'PUT', { name: 'Padaria' })).status).toBe(201);
    const queries = [
      'q=padaria',
      'sort=name',
      'fq=name:padaria',
      '',
      'q=padaria&cursorMark=*',
      'facet.field=address.city',
    ];
    for (const query of queries) {
      const { status, body } = await get(`/v2/places?${query}`);
      expect([query, status, body.code]).toEqual([query, 503, 'search_unavailable']);
    }
    expect((await get('/v2/places/suggest?q=pad')).status).toBe(503);
    expect((await directory.get('/health/ready')).body).toMatchObject({ status: 'degraded', elasticsearch: 'down' });
    const doctor = await runCommand(directory.database, ['doctor']);
    expect([doctor.status, doctor.output]).toEqual([1, expect.stringMatching(/^FAILED +mapping/m)]);
    for (const text of [doctor.output, (await runCommand(directory.database, ['reindex'])).messages]) {
      expect(text).toContain(fault);
      expect(text).toContain(remedy);
    }
    for (const command of [['reindex'], ['index', 'status'], ['index', 'verify']]) {
      const { status, messages } = await runCommand(directory.database, command);
      expect([status, messages]).toEqual([1, expect.stringContaining(fault)]);
    }
    await waitUntil(() => Promise.resolve(warnings.mock.calls.some(([{ err }]) => String(err).includes(fault))), 15);
    warnings.mockRestore();
    expect((await elasticsearch(alias, 'DELETE')).status).toBe(200);
    await waitUntil(async () => (await found('q=padaria')) > 0, 15);
    const { status, output } = await runCommand(directory.database, ['doctor']);
    expect([status, output]).toEqual([0, output]);
  }, 40_000);

  it.each([
    ['two of its indices', (live: string) => [{ add: { index: live } }, { add: { index: 'own' } }]],
    ['one that it has not made', (live: string) => [{ remove: { index: live } }, { add: { index: 'foreign' } }]],
  ])(
    'is reported if somebody moves the alias to %s: searches are 503 until a reindex',
    async (_, change) => {
      const { name: alias } = directory.database;
      const [foreign, own] = [`other-${alias}`, `${alias}-20200101000000000`];
      const { live } = await inspector.status();
      expect((await elasticsearch(`${foreign}/_doc/1?refresh=true`, 'PUT', { name: 'Padaria' })).status).toBe(201);
      await directory.app.get(IndexAdmin).create(own, { languages: ['en'] });
      const names: Readonly<Record<string, string>> = { foreign, own };
      const actions = change(live?.name ?? '').map((action) =>
        Object.fromEntries(
          Object.entries(action).map(([kind, { index }]) => [kind, { index: names[index] ?? index, alias }]),
        ),
      );
      expect((await elasticsearch('_aliases', 'POST', { actions })).status).toBe(200);
      await waitUntil(async () => (await directory.get('/health/ready')).body.elasticsearch === 'down', 15);
      for (const query of ['sort=name', 'q=pao', 'facet.field=address.city&rows=1']) {
        const { status, body } = await get(`/v2/places?${query}`);
        // Places of its own index may be found.
        expect(actions.some((action) => 'remove' in action) ? [503] : [200, 503]).toContain(status);
        if (status === 503) expect([query, body.code]).toEqual([query, 'search_unavailable']);
      }
      const doctor = await runCommand(directory.database, ['doctor']);
      expect([doctor.status, doctor.output]).toEqual([1, expect.stringMatching(/^FAILED +mapping .*names .*reindex/m)]);
      expect(await runCommand(directory.database, ['reindex'])).toMatchObject({ status: 0 });
      await waitUntil(async () => (await directory.get('/health/ready')).body.elasticsearch === 'up', 15);
      expect((await get('/v2/places?sort=name')).status).toBe(200);
      await elasticsearch(foreign, 'DELETE');
      await elasticsearch(own, 'DELETE');
    },
    60_000,
  );
});

/** Two replicas share a database and an index, and another program writes to PostgreSQL (docs/adr/0003). */
describe('index sync', () => {
  const { directory: first, tokens } = useDirectory({ tokens: ['application'] });
  const { directory: second } = useDirectory({ over: first });

  const sql = (statements: string) => runSql(first.database.url, statements);

  async function found(query: string): Promise<number> {
    const { body } = await second.get(`/v2/places?${query}`, tokens.application);
    return body?.results?.header.found as number;
  }

  /** Waits until index sync has indexed the changes, or the test times out. */
  async function expectFound(counts: Readonly<Record<string, number>>): Promise<void> {
    for (const [query, count] of Object.entries(counts)) {
      while ((await found(query)) !== count) await delay(50);
    }
  }

  it('indexes every change that another program makes', async () => {
    await sql(`
      INSERT INTO categories VALUES ('1', 'Bares'), ('2', 'Praias');
      INSERT INTO subcategories VALUES ('1', '11', 'Choperia');
      INSERT INTO places (id, name) SELECT 'p' || n, 'Lugar ' || n FROM generate_series(1, 20) n;
      INSERT INTO place_categories SELECT id, 0, '1', '11' FROM places;
    `);
    await expectFound({ '': 20, 'fq=categories.name:Bares': 20 });
    await sql("UPDATE places SET name = 'Boteco' WHERE id IN ('p1', 'p2')");
    // All of them are bars, and so `boteco` as a kind.
    await expectFound({ 'q=boteco&q.kind=off': 2 });
    await sql("DELETE FROM places WHERE id = 'p20'");
    await expectFound({ '': 19 });
    await sql("BEGIN; UPDATE places SET name = 'Nunca' WHERE id = 'p3'; ROLLBACK;");
    await sql("UPDATE categories SET name = 'Botequins' WHERE id = '1'");
    await expectFound({ 'fq=categories.name:Botequins': 19, 'fq=categories.name:Bares': 0 });
    await sql("UPDATE subcategories SET name = 'Cervejaria' WHERE id = '11'");
    await expectFound({ 'fq=categories.subcategory.name:Cervejaria': 19 });
    await sql("UPDATE place_categories SET place_id = 'p1', position = 1 WHERE place_id = 'p2'");
    await expectFound({ 'fq=categories.id:1': 18 });
    await sql("DELETE FROM place_categories WHERE place_id = 'p3'; DELETE FROM categories WHERE id = '2'");
    await expectFound({ 'fq=categories.id:1': 17 });
    await sql('TRUNCATE categories CASCADE');
    await expectFound({ 'fq=categories.id:[* TO *]': 0, 'q=nunca': 0, '': 19 });
    await sql("UPDATE places SET id = 'renamed' WHERE id = 'p4'");
    await expectFound({ 'fq=id:renamed': 1, 'fq=id:p4': 0 });
    await expectInSync(first);
    await sql('TRUNCATE places CASCADE');
    await expectFound({ '': 0 });
    await expectInSync(first);
  });

  it('keeps changes in the outbox while the index is write-protected', async () => {
    await sql("INSERT INTO places (id, name) VALUES ('kept', 'Banca')");
    await expectFound({ 'q=banca': 1 });
    await setOnIndex(first, { 'index.blocks.write': true });
    await sql("UPDATE places SET name = 'Quiosque' WHERE id = 'kept'");
    // The worker polls every second.
    await delay(2500);
    const behind = await first.app.get(SyncLagMeter).measure();
    await setOnIndex(first, { 'index.blocks.write': false });
    expect(behind).toEqual({ pendingChanges: 1, seconds: expect.any(Number), deadLetters: 0 });
    await expectFound({ 'q=quiosque': 1 });
    await sql("DELETE FROM places WHERE id = 'kept'");
    await expectInSync(first);
  });

  it('is shared by the replicas, which index at the same time', async () => {
    const indexed = [first, second].map(({ app }) => {
      const relay = app.get(OutboxRelay);
      const indexBatch = relay.indexBatch.bind(relay);
      const count = { changes: 0 };
      jest.spyOn(relay, 'indexBatch').mockImplementation(async () => {
        // Small batches keep both relays busy for a while.
        const changes = await indexBatch(50);
        count.changes += changes;
        return changes;
      });
      return count;
    });
    for (let round = 0; round < 20; round += 1) {
      await sql(`INSERT INTO places (id, name) SELECT 's${round}-' || n, 'Sala' FROM generate_series(1, 100) n`);
    }
    await expectFound({ 'q=sala': 2000 });
    jest.restoreAllMocks();
    expect(indexed.map(({ changes }) => changes > 0)).toEqual([true, true]);
    await expectInSync(first);
  });

  it('never lets an older state overwrite a newer one, nor restore a deleted place', async () => {
    await first.add({ places: [aPlace({ id: 'old', name: 'Novo' }), aPlace({ id: 'gone' })] });
    await sql("DELETE FROM places WHERE id = 'gone'");
    await expectFound({ 'fq=id:gone': 0, 'fq=id:old': 1 });
    const admin = first.app.get(IndexAdmin);
    const live = await admin.liveIndices();
    const record: PlaceRecord = { id: 'old', name: 'Antigo', phones: [], categories: [] };
    const states = [
      { id: 'old', record },
      { id: 'gone', record: { ...record, id: 'gone' } },
    ];
    expect(await first.app.get(IndexWriter).write(live, 1, states)).toEqual([]);
    await admin.refresh(live);
    expect([await found('q=antigo'), await found('fq=id:gone')]).toEqual([0, 0]);
  });

  it('measures its lag', async () => {
    await expectInSync(first);
    const lag = first.app.get(SyncLagMeter);
    expect(await lag.measure()).toEqual({ pendingChanges: 0, seconds: 0, deadLetters: 0 });
    // Every batch needs this lock (`IndexRegistry`).
    const blocker = first.source.createQueryRunner();
    await blocker.startTransaction();
    await blocker.query('SELECT pg_advisory_xact_lock(731001)');
    await sql("UPDATE places SET name = 'Atrasado' WHERE id = 'old'; SELECT pg_sleep(0.2)");
    const behind = await lag.measure();
    await blocker.rollbackTransaction();
    await blocker.release();
    expect(behind).toEqual({ pendingChanges: 1, seconds: expect.any(Number), deadLetters: 0 });
    expect(behind.seconds).toBeGreaterThanOrEqual(0.2);
    await expectFound({ 'q=atrasado': 1 });
  });
});
