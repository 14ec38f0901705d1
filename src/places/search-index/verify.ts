import { setTimeout as delay } from 'node:timers/promises';
import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Client } from '@elastic/elasticsearch';
import { type DataSource } from 'typeorm';
import { type StoredPlace } from '../place.js';
import { toStoredPlace } from './document.js';
import { InjectBackground } from '../../database/data-source.js';
import { PlaceReader } from '../place-reader.js';
import { DeadLetters, ExternalVersions } from './writer.js';
import { IndexUnavailableError } from '../elasticsearch/unavailable.js';
import { OutboxRelay } from './relay.js';
import { IndexAdmin } from './indices.js';
import { IndexRegistry } from './registry.js';

/** A document in the index. */
interface IndexedDocument {
  id: string;
  content: StoredPlace;
  /** The external version. Only a state of the same version or a higher one overwrites the document. */
  version: number;
}

const documentsPerRead = 1000;

const readKeepAlive = '5m';

/** Reads whole documents from an index, to compare them with PostgreSQL. */
@Injectable()
export class IndexReader {
  constructor(private readonly client: Client) {}

  /** All documents of a point in time, by identifier in the order of code points. */
  async *all(index: string): AsyncGenerator<IndexedDocument, undefined> {
    let pointInTime = (await this.client.openPointInTime({ index, keep_alive: readKeepAlive })).id;
    try {
      let position = {};
      for (;;) {
        const { hits, pit_id } = await this.client.search<StoredPlace>({
          pit: { id: pointInTime, keep_alive: readKeepAlive },
          size: documentsPerRead,
          sort: [{ id: 'asc' }],
          version: true,
          track_total_hits: false,
          allow_partial_search_results: false,
          ...position,
        });
        pointInTime = pit_id ?? pointInTime;
        for (const { _id, _source, _version } of hits.hits) {
          if (_id !== undefined && _source) yield { id: _id, content: _source, version: Number(_version) };
        }
        const last = hits.hits.at(-1);
        if (!last?.sort) return undefined;
        position = { search_after: last.sort };
      }
    } finally {
      await this.client.closePointInTime({ id: pointInTime }).catch(() => undefined);
    }
  }

  /** The current documents of these places by identifier, refreshed or not. */
  async byId(index: string, ids: readonly string[]): Promise<Map<string, IndexedDocument>> {
    const { docs } = await this.client.mget<StoredPlace>({ index, ids: [...ids] });
    return new Map(
      docs.flatMap((doc) =>
        'found' in doc && doc.found && doc._source !== undefined
          ? [[doc._id, { id: doc._id, content: doc._source, version: Number(doc._version) }]]
          : [],
      ),
    );
  }
}

/** A place whose document in the index differs from its record in PostgreSQL. */
export interface Difference {
  id: string;
  /**
   * `missing`: not in the index. `stale`: another state is in the index. `extra`: in the index only. `rejected` by
   * Elasticsearch. `pending`: its change is still in the outbox.
   */
  kind: 'missing' | 'stale' | 'extra' | 'rejected' | 'pending';
  /** Why Elasticsearch rejected it. */
  reason?: string;
  /** The version of the document in the index. */
  version?: number;
}

/** The options and the progress of a comparison. */
export interface ComparisonRun {
  /** How long to wait for pending changes of a place before it is reported as `pending`. */
  settleMs: number;
  signal?: AbortSignal;
  /** Places and documents compared so far. Documents of given places are not counted. */
  stored: number;
  indexed?: number;
}

/** A place must differ in so many checks in a row: it may change while it is compared. */
const minChecks = 3;

const recheckMs = 300;

const placesPerCheck = 1000;

/** Compares an index with PostgreSQL place by place, in constant memory. */
@Injectable()
export class IndexComparison {
  constructor(
    @InjectBackground() private readonly database: DataSource,
    private readonly places: PlaceReader,
    private readonly reader: IndexReader,
    private readonly deadLetters: DeadLetters,
  ) {}

  /** Yields the differences in the order of identifiers. */
  async *differences(index: string, run: ComparisonRun): AsyncGenerator<Difference> {
    let candidates: string[] = [];
    for await (const id of this.candidates(index, run)) {
      if (candidates.push(id) < placesPerCheck) continue;
      yield* await this.confirm(index, candidates, run);
      candidates = [];
    }
    yield* await this.confirm(index, candidates, run);
  }

  /** Checks these places several times, and returns those that keep differing. */
  async confirm(index: string, ids: readonly string[], { settleMs, signal }: ComparisonRun): Promise<Difference[]> {
    const deadline = Date.now() + settleMs;
    let found = await this.check(index, ids);
    for (let checks = 1; found.length > 0; checks += 1) {
      const isSettled = found.every(({ kind }) => kind !== 'pending') || Date.now() > deadline;
      if (checks >= minChecks && isSettled) break;
      await delay(recheckMs);
      signal?.throwIfAborted();
      found = await this.check(
        index,
        found.map(({ id }) => id),
      );
    }
    return found;
  }

  /** Merges both sides by identifier. Yields places that differ or have just changed. */
  private async *candidates(index: string, run: ComparisonRun): AsyncGenerator<string> {
    run.indexed = 0;
    const records = this.storedChecksums(run.signal);
    const documents: AsyncGenerator<IndexedDocument, undefined> = this.reader.all(index);
    try {
      let record = await records.next();
      let document = await documents.next();
      while (record.done !== true || document.done !== true) {
        const order = compareIds(record.value?.id, document.value?.id);
        if (order !== 0) yield order < 0 ? (record.value?.id ?? '') : (document.value?.id ?? '');
        else if (record.value?.sum !== checksum(document.value?.content ?? {})) yield record.value?.id ?? '';
        if (order <= 0) {
          run.stored += 1;
          record = await records.next();
        }
        if (order >= 0) {
          run.indexed += 1;
          document = await documents.next();
        }
      }
    } finally {
      await documents.return(undefined);
    }
  }

  private async *storedChecksums(signal?: AbortSignal): AsyncGenerator<{ id: string; sum: string }, undefined> {
    let lastId = '';
    for (;;) {
      signal?.throwIfAborted();
      const records = await this.places.after(lastId, placesPerCheck);
      if (records.length === 0) return;
      for (const record of records) yield { id: record.id, sum: checksum(toStoredPlace(record)) };
      lastId = records.at(-1)?.id ?? lastId;
    }
  }

  private async check(index: string, ids: readonly string[]): Promise<Difference[]> {
    if (ids.length === 0) return [];
    const { documents, pending } = await this.readStored(ids);
    const indexed = await this.reader.byId(index, ids);
    const reasons = await this.deadLetters.reasons(ids);
    return ids.flatMap((id): Difference[] => {
      const kind = compareDocuments(documents.get(id), indexed.get(id));
      if (kind === undefined) return [];
      const version = indexed.get(id)?.version;
      const difference = { id, ...(version !== undefined && { version }) };
      if (pending.has(id)) return [{ ...difference, kind: 'pending' }];
      const reason = reasons.get(id);
      return [reason === undefined ? { ...difference, kind } : { ...difference, kind: 'rejected', reason }];
    });
  }

  /** Reads records and outbox from one snapshot: a change that is in the records is pending or indexed. */
  private readStored(ids: readonly string[]) {
    return this.database.transaction('REPEATABLE READ', async (manager) => {
      const records = await this.places.byId(ids, manager);
      const statement = 'SELECT DISTINCT place_id AS id FROM place_changes WHERE place_id = ANY($1)';
      const pending = await manager.query<{ id: string }[]>(statement, [ids]);
      return {
        documents: new Map(records.map((record) => [record.id, toStoredPlace(record)])),
        pending: new Set(pending.map(({ id }) => id)),
      };
    });
  }
}

function compareDocuments(stored: StoredPlace | undefined, indexed: IndexedDocument | undefined) {
  if (!stored) return indexed && ('extra' as const);
  if (!indexed) return 'missing' as const;
  return checksum(stored) === checksum(indexed.content) ? undefined : ('stale' as const);
}

/** Negative if `a` comes first by code point, the order of both stores. An absent identifier comes last. */
function compareIds(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return a === undefined ? 1 : -1;
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

const placesPerRepair = 1000;

const pollMs = 100;

/** A difference, and whether `repair()` removed it. */
export type RepairedDifference = Difference & { repaired: boolean };

/** Repairs the live index where it differs from PostgreSQL. */
@Injectable()
export class IndexVerifier {
  constructor(
    @InjectBackground() private readonly database: DataSource,
    private readonly comparison: IndexComparison,
    private readonly registry: IndexRegistry,
    private readonly versions: ExternalVersions,
    private readonly admin: IndexAdmin,
    private readonly relay: OutboxRelay,
  ) {}

  /**
   * Waits until the outbox is empty, or the time is over.
   *
   * @returns the number of changes that are still pending
   */
  async waitForPendingChanges(timeoutMs: number): Promise<number> {
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      const [row] = await this.database.query<{ pending: string }[]>('SELECT count(*) AS pending FROM place_changes');
      const pending = Number(row?.pending);
      if (pending === 0 || Date.now() > deadline) return pending;
      await delay(pollMs);
    }
  }

  /** Indexes every place that differs once more. Yields the differences as it finds them. */
  async *repair(run: ComparisonRun): AsyncGenerator<RepairedDifference> {
    await this.assertActive(await this.liveIndex());
    await this.relay.drain();
    // Read again: a `reindex` may have finished meanwhile.
    const live = await this.liveIndex();
    let batch: Difference[] = [];
    for await (const difference of this.comparison.differences(live, run)) {
      if (batch.push(difference) < placesPerRepair) continue;
      yield* await this.repairBatch(live, batch, run);
      batch = [];
    }
    yield* await this.repairBatch(live, batch, run);
    await this.admin.refresh([live]);
  }

  /** Compares these places. @returns the differences */
  async check(ids: readonly string[]): Promise<Difference[]> {
    return this.comparison.confirm(await this.liveIndex(), ids, { stored: 0, settleMs: 0 });
  }

  /** Indexes these places once more, whether they differ or not. Yields the differences. */
  async *indexAgain(ids: readonly string[], run: ComparisonRun): AsyncGenerator<RepairedDifference> {
    await this.assertActive(await this.liveIndex());
    // Pending changes are no differences, as in `repair`.
    await this.relay.drain();
    const live = await this.liveIndex();
    yield* await this.repairBatch(live, await this.comparison.confirm(live, ids, run), run, ids);
    run.stored = ids.length;
    await this.admin.refresh([live]);
  }

  /**
   * @param found the differences, whose documents may have higher versions than PostgreSQL knows, as after a restored dump
   * @param ids the places to index. Default: those that differ
   */
  private async repairBatch(
    live: string,
    found: readonly Difference[],
    run: ComparisonRun,
    ids: readonly string[] = found.map(({ id }) => id),
  ): Promise<RepairedDifference[]> {
    if (ids.length === 0) return [];
    await this.versions.skipTo(Math.max(0, ...found.map(({ version = 0 }) => version)));
    await this.database.query('INSERT INTO place_changes (place_id) SELECT unnest($1::text[])', [ids]);
    await this.relay.drain();
    const remaining = await this.comparison.confirm(live, ids, run);
    const remainingIds = new Set(remaining.map(({ id }) => id));
    const all = new Map([...found, ...remaining].map((difference) => [difference.id, difference]));
    return [...all.values()].map((difference) => ({ ...difference, repaired: !remainingIds.has(difference.id) }));
  }

  /** With a restored dump, relays may write to the indices of another directory instead. */
  private async assertActive(live: string): Promise<void> {
    if (await this.registry.isActive(live)) return;
    throw new IndexUnavailableError(
      `The index ${live} behind the alias ${this.admin.alias} is not registered in this database: run \`reindex\` first`,
    );
  }

  /** @throws IndexUnavailableError before the first index is built */
  async liveIndex(): Promise<string> {
    const [live] = await this.admin.liveIndices();
    if (live === undefined)
      throw new IndexUnavailableError(`There is no index behind the alias ${this.admin.alias} yet`);
    return live;
  }
}

/** A hash of the content that does not depend on the order of members. */
export function checksum(content: object): string {
  return createHash('sha256').update(JSON.stringify(content, sortMembers)).digest('base64url');
}

function sortMembers(_member: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
