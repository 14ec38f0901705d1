import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type DataSource } from 'typeorm';
import { InjectBackground } from '../../../database/background.js';
import { PlaceReader } from '../../place-reader.js';
import { toStoredPlace, type StoredPlace } from '../mapping/place-document.js';
import { DeadLetters } from '../sync/dead-letters.js';
import { checksum } from './checksum.js';
import { type IndexedDocument, IndexReader } from './index-reader.js';

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
  /** Places and documents compared so far. */
  stored: number;
  indexed: number;
}

/** A place must differ in so many checks in a row: it may change while it is compared. */
const minChecks = 3;
const recheckMs = 300;

const batchSize = 1000;

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
      if (candidates.push(id) < batchSize) continue;
      yield* await this.confirm(index, candidates, run);
      candidates = [];
    }
    yield* await this.confirm(index, candidates, run);
  }

  /** Checks these places several times, and returns those that keep differing. */
  async confirm(index: string, ids: readonly string[], { settleMs }: ComparisonRun): Promise<Difference[]> {
    const deadline = Date.now() + settleMs;
    let found = await this.check(index, ids);
    for (let checks = 1; found.length > 0; checks += 1) {
      const isSettled = found.every(({ kind }) => kind !== 'pending') || Date.now() > deadline;
      if (checks >= minChecks && isSettled) break;
      await delay(recheckMs);
      found = await this.check(
        index,
        found.map(({ id }) => id),
      );
    }
    return found;
  }

  /** Merges both sides by identifier. Yields places that differ or have just changed. */
  private async *candidates(index: string, run: ComparisonRun): AsyncGenerator<string> {
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
      const records = await this.places.after(lastId, batchSize);
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
