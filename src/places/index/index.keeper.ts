import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { PlaceRecords } from '../place.records.js';
import { IndexRegister } from './index.register.js';
import { IndexBusyError } from './bulk.js';
import { type IndexDescription, PlaceIndex } from './place.index.js';

const batchSize = 1000;

/** How the index stands. */
export interface IndexStatus {
  alias: string;
  live: IndexDescription | undefined;
  /** The mapping that this version of the service makes. */
  mappingVersion: string;
  /** Places in PostgreSQL. */
  places: number;
  /** Changes that are not carried yet. */
  pending: number;
  refusals: { id: string; reason: string }[];
}

/** The life of the search index: made at the first start, rebuilt beside the live one, swapped in, dropped. */
@Injectable()
export class IndexKeeper {
  private readonly logger = new Logger(IndexKeeper.name);

  constructor(
    private readonly database: DataSource,
    private readonly records: PlaceRecords,
    private readonly register: IndexRegister,
    private readonly index: PlaceIndex,
  ) {}

  /** Makes sure that there is an index behind the alias which changes are carried to. */
  async ensure(): Promise<void> {
    while (!(await this.isSound())) {
      const made = await this.register.alone(async () => {
        if (await this.isSound()) return true;
        await this.makeFirst();
        return true;
      });
      // Another replica is making it.
      if (made === undefined) await new Promise((resolve) => setTimeout(resolve, 200));
    }
    const [live = ''] = await this.index.behindAlias();
    const { mappingVersion } = await this.index.describe(live);
    if (mappingVersion !== this.index.mappingVersion) {
      this.logger.warn(`The index ${live} has an older mapping; \`reindex\` brings the current one`);
    }
  }

  /**
   * Builds a new index beside the live one and swaps it in. Searches read the old one until then, and what changes
   * meanwhile goes to both.
   *
   * @returns how many places it holds
   * @throws IndexBusyError when another process is rebuilding
   * @throws what makes the building fail; the old index stays in place then
   */
  async rebuild(progress: (done: number) => void = () => undefined): Promise<number> {
    const built = await this.register.alone(async () => {
      await this.dropAbandoned();
      const name = await this.index.create();
      try {
        await this.register.add(name);
        const places = await this.fill(name, progress);
        await this.index.refresh([name]);
        await this.index.putBehindAlias(name);
        await this.dropAbandoned();
        return places;
      } catch (error) {
        if (!(await this.index.behindAlias()).includes(name)) await this.dismiss(name);
        throw error;
      }
    });
    if (built === undefined) throw new IndexBusyError('The index is being rebuilt by another process');
    return built;
  }

  async status(): Promise<IndexStatus> {
    const [live] = await this.index.behindAlias();
    const [counts] = await this.database.query<{ places: string; pending: string }[]>(
      'SELECT (SELECT count(*) FROM places) AS places, (SELECT count(*) FROM place_changes) AS pending',
    );
    return {
      alias: this.index.alias,
      live: live === undefined ? undefined : await this.index.describe(live),
      mappingVersion: this.index.mappingVersion,
      places: Number(counts?.places),
      pending: Number(counts?.pending),
      refusals: await this.database.query(
        'SELECT place_id AS id, reason FROM place_refusals ORDER BY place_id LIMIT 100',
      ),
    };
  }

  private async isSound(): Promise<boolean> {
    const [live] = await this.index.behindAlias();
    return live !== undefined && (await this.register.list()).includes(live);
  }

  private async makeFirst(): Promise<void> {
    const name = await this.index.create();
    await this.register.add(name);
    // Places that are there already are carried like changes.
    await this.database.query('INSERT INTO place_changes (place_id) SELECT id FROM places');
    await this.index.putBehindAlias(name);
    await this.dropAbandoned();
    await this.database.query('NOTIFY place_change');
  }

  private async fill(name: string, progress: (done: number) => void): Promise<number> {
    let done = 0;
    let last = '';
    for (;;) {
      const version = await this.register.nextVersion();
      const batch = await this.records.after(last, batchSize);
      if (batch.length === 0) return done;
      await this.index.carry(
        [name],
        version,
        batch.map((record) => ({ id: record.id, record })),
      );
      last = batch.at(-1)?.id ?? last;
      progress((done += batch.length));
    }
  }

  /** Indices that are registered but not behind the alias: the old one after a swap, or what a crash left. */
  private async dropAbandoned(): Promise<void> {
    const behind = await this.index.behindAlias();
    for (const name of await this.register.list()) {
      if (!behind.includes(name)) await this.dismiss(name);
    }
  }

  private async dismiss(name: string): Promise<void> {
    await this.register.remove(name);
    await this.index.drop(name);
  }
}
