import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { PlaceReader } from '../../place-reader.js';
import { isRetryable } from '../elasticsearch-errors.js';
import { DeadLetters } from '../sync/dead-letters.js';
import { IndexWriter } from '../sync/index-writer.js';
import { DocumentVersions } from '../sync/document-versions.js';
import { type AssertLocked } from './build-lock.js';

const batchSize = 1000;

/** The waits between retries of a batch: a minute in all. */
const retryDelaysMs = [1000, 2000, 4000, 8000, 15_000, 30_000];

export interface BuildOptions {
  /** Called after each batch with the number of places so far. */
  onProgress?: (done: number) => void;
  /** Aborts the build. */
  signal?: AbortSignal;
}

/** How many places were read, and how many of them Elasticsearch rejected. */
export interface BuiltIndex {
  places: number;
  rejected: number;
}

/** Fills a new index with all places. Changes made meanwhile are written by the relays, once the index is registered. */
@Injectable()
export class IndexBuilder {
  constructor(
    private readonly places: PlaceReader,
    private readonly versions: DocumentVersions,
    private readonly writer: IndexWriter,
    private readonly deadLetters: DeadLetters,
  ) {}

  /** @param assertLocked called before each batch; what it throws ends the build */
  async fill(name: string, assertLocked: AssertLocked, { onProgress, signal }: BuildOptions): Promise<BuiltIndex> {
    const built = { places: 0, rejected: 0 };
    let lastId = '';
    for (;;) {
      signal?.throwIfAborted();
      await assertLocked();
      // Drawn before the places are read, as by the relay (docs/adr/0003).
      const version = await this.versions.next();
      const records = await this.places.after(lastId, batchSize);
      if (records.length === 0) return built;
      const ids = records.map(({ id }) => id);
      const states = records.map((record) => ({ id: record.id, record }));
      const rejections = await retry(() => this.writer.write([name], version, states), signal);
      await this.deadLetters.record(ids, rejections);
      lastId = ids.at(-1) ?? lastId;
      built.rejected += rejections.length;
      onProgress?.((built.places += records.length));
    }
  }
}

async function retry<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (const delayMs of retryDelaysMs) {
    try {
      return await work();
    } catch (error) {
      if (!isRetryable(error)) throw error;
      await delay(delayMs, undefined, signal && { signal }).catch(() => signal?.throwIfAborted());
    }
  }
  return work();
}
