import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { PlaceReader } from '../../place-reader.js';
import { willPass } from '../sync/bulk-request.js';
import { IndexRegistry } from './index-registry.js';
import { IndexStore } from './index-store.js';
import { DeadLetters } from '../sync/dead-letters.js';

const batchSize = 1000;

/** Milliseconds to wait before trying again what Elasticsearch was too busy for; a minute in all. */
const pauses = [1000, 2000, 4000, 8000, 15_000, 30_000];

/** How a building is watched and called off. */
export interface BuildOptions {
  progress?: (done: number) => void;
  signal?: AbortSignal;
}

/** What an index was built of. */
export interface BuiltIndex {
  places: number;
  refused: number;
}

/** Fills a new index with all places. What changes meanwhile is carried to it by the carriers, once it is registered. */
@Injectable()
export class IndexBuilder {
  constructor(
    private readonly records: PlaceReader,
    private readonly register: IndexRegistry,
    private readonly index: IndexStore,
    private readonly refusals: DeadLetters,
  ) {}

  /** @param check called before each batch; what it throws ends the filling */
  async fill(name: string, check: () => Promise<void>, { progress, signal }: BuildOptions): Promise<BuiltIndex> {
    const built = { places: 0, refused: 0 };
    let last = '';
    for (;;) {
      signal?.throwIfAborted();
      await check();
      // Drawn before the places are read, like that of every carrier.
      const version = await this.register.nextVersion();
      const batch = await this.records.after(last, batchSize);
      if (batch.length === 0) return built;
      const states = batch.map((record) => ({ id: record.id, record }));
      const refused = await patiently(() => this.index.carry([name], version, states), signal);
      await this.refusals.note(
        batch.map((record) => record.id),
        refused,
      );
      last = batch.at(-1)?.id ?? last;
      built.refused += refused.length;
      progress?.((built.places += batch.length));
    }
  }
}

async function patiently<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (const pause of pauses) {
    try {
      return await work();
    } catch (error) {
      if (!willPass(error)) throw error;
      await delay(pause, undefined, signal && { signal }).catch(() => signal?.throwIfAborted());
    }
  }
  return work();
}
