import { setTimeout as delay } from 'node:timers/promises';
import { runSql } from '../../dev/services/sql.js';
import { IndexWriter } from '../../src/places/index/writer.js';
import { OutboxRelay, SyncLagMeter } from '../../src/places/index/relay.js';
import { IndexAdmin } from '../../src/places/index/indices.js';
import { type PlaceRecord } from '../../src/places/place.js';
import { setOnIndex } from '../support/elasticsearch.js';
import { expectInSync } from '../support/expect-in-sync.js';
import { aPlace } from '../support/factories.js';
import { useDirectory } from '../support/use-directory.js';

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
    await expectFound({ 'q=boteco': 2 });
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
    // Every batch needs this lock (index-registry.ts).
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
