import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type DataSource } from 'typeorm';
import { InjectBackground } from '../../../database/background.js';
import { PlaceReader } from '../../place-reader.js';
import { checksum } from './checksum.js';
import { indexDocument, type PlaceDocument } from '../mapping/place-document.js';
import { type HeldDocument, IndexReader } from './index-reader.js';
import { DeadLetters } from '../sync/dead-letters.js';

/** A place of which the index holds something else than PostgreSQL has. */
export interface Difference {
  id: string;
  /**
   * `missing` in the index, `stale` there, `extra` there and not in PostgreSQL, `refused` by Elasticsearch, or `pending`:
   * a change of it is noted and not carried.
   */
  is: 'missing' | 'stale' | 'extra' | 'refused' | 'pending';
  /** Why Elasticsearch refused it. */
  reason?: string;
  /** The number of the state that the index holds. */
  version?: number;
}

/** A comparison while it goes on. */
export interface Comparison {
  /** Milliseconds that a noted change is waited for. */
  patience: number;
  signal?: AbortSignal;
  /** Places, and documents, that were compared so far. */
  stored: number;
  indexed: number;
}

/** Times that a place has to differ in a row: while it is compared it may change. */
const looks = 3;

/** Milliseconds between looks. */
const restMs = 300;

const batchSize = 1000;

/** Compares an index with PostgreSQL, place by place, in memory that does not grow with their number. */
@Injectable()
export class IndexComparison {
  constructor(
    @InjectBackground() private readonly database: DataSource,
    private readonly records: PlaceReader,
    private readonly reader: IndexReader,
    private readonly refusals: DeadLetters,
  ) {}

  /** Walks both sides in the order of identifiers. */
  async *differences(index: string, comparison: Comparison): AsyncGenerator<Difference> {
    let suspects: string[] = [];
    for await (const id of this.suspects(index, comparison)) {
      if (suspects.push(id) < batchSize) continue;
      yield* await this.confirm(index, suspects, comparison);
      suspects = [];
    }
    yield* await this.confirm(index, suspects, comparison);
  }

  /**
   * Those of these places that really differ. What changes at this moment is looked at again: a noted change has to be
   * carried first, and one that was made after PostgreSQL was asked is no difference.
   */
  async confirm(index: string, ids: readonly string[], { patience }: Comparison): Promise<Difference[]> {
    const deadline = Date.now() + patience;
    let found = await this.look(index, ids);
    for (let looked = 1; found.length > 0; looked += 1) {
      const isSettled = found.every(({ is }) => is !== 'pending') || Date.now() > deadline;
      if (looked >= looks && isSettled) break;
      await delay(restMs);
      found = await this.look(
        index,
        found.map(({ id }) => id),
      );
    }
    return found;
  }

  /** Identifiers of places that differ, or have just changed. */
  private async *suspects(index: string, comparison: Comparison): AsyncGenerator<string> {
    const storedOnes = this.stored(comparison.signal);
    const heldOnes: AsyncGenerator<HeldDocument, undefined> = this.reader.all(index);
    try {
      let stored = await storedOnes.next();
      let held = await heldOnes.next();
      while (stored.done !== true || held.done !== true) {
        const order = orderOf(stored.value?.id, held.value?.id);
        if (order !== 0) yield order < 0 ? (stored.value?.id ?? '') : (held.value?.id ?? '');
        else if (stored.value?.sum !== checksum(held.value?.content ?? {})) yield stored.value?.id ?? '';
        if (order <= 0) {
          comparison.stored += 1;
          stored = await storedOnes.next();
        }
        if (order >= 0) {
          comparison.indexed += 1;
          held = await heldOnes.next();
        }
      }
    } finally {
      await heldOnes.return(undefined);
    }
  }

  private async *stored(signal?: AbortSignal): AsyncGenerator<{ id: string; sum: string }, undefined> {
    let last = '';
    for (;;) {
      signal?.throwIfAborted();
      const batch = await this.records.after(last, batchSize);
      if (batch.length === 0) return;
      for (const record of batch) yield { id: record.id, sum: checksum(indexDocument(record)) };
      last = batch.at(-1)?.id ?? last;
    }
  }

  private async look(index: string, ids: readonly string[]): Promise<Difference[]> {
    if (ids.length === 0) return [];
    // One state of PostgreSQL: a change that is not noted in it is carried already.
    const { records, pending } = await this.database.transaction('REPEATABLE READ', async (manager) => ({
      records: new Map((await this.records.byId(ids, manager)).map((record) => [record.id, indexDocument(record)])),
      pending: new Set(
        (
          await manager.query<{ id: string }[]>(
            'SELECT DISTINCT place_id AS id FROM place_changes WHERE place_id = ANY($1)',
            [ids],
          )
        ).map(({ id }) => id),
      ),
    }));
    const held = await this.reader.byId(index, ids);
    const reasons = await this.refusals.reasons(ids);
    return ids.flatMap((id): Difference[] => {
      const is = difference(records.get(id), held.get(id));
      if (is === undefined) return [];
      const version = held.get(id)?.version;
      const found = { id, ...(version !== undefined && { version }) };
      if (pending.has(id)) return [{ ...found, is: 'pending' }];
      const reason = reasons.get(id);
      return [reason === undefined ? { ...found, is } : { ...found, is: 'refused', reason }];
    });
  }
}

function difference(stored: PlaceDocument | undefined, held: HeldDocument | undefined) {
  if (!stored) return held && ('extra' as const);
  if (!held) return 'missing' as const;
  return checksum(stored) === checksum(held.content) ? undefined : ('stale' as const);
}

/** Below 0 when the first comes first, by code point, as both stores order identifiers; an absent one comes last. */
function orderOf(one: string | undefined, other: string | undefined): number {
  if (one === undefined || other === undefined) return one === undefined ? 1 : -1;
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}
