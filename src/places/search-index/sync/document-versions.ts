import { Injectable } from '@nestjs/common';
import { type DataSource, type EntityManager } from 'typeorm';
import { InjectBackground } from '../../../database/background.js';

/** The external versions of documents in Elasticsearch. Owns the sequence `place_versions` (docs/adr/0003). */
@Injectable()
export class DocumentVersions {
  constructor(@InjectBackground() private readonly database: DataSource) {}

  /** Draws the version of all places that are read from now on. Higher than every version drawn before. */
  async next(manager: EntityManager = this.database.manager): Promise<number> {
    const [{ version } = { version: '0' }] = await manager.query<{ version: string }[]>(
      "SELECT nextval('place_versions') AS version",
    );
    return Number(version);
  }

  /**
   * Makes `next()` return versions above `indexed`, the version of a document in the index. Needed after PostgreSQL was
   * restored to an earlier time: the index holds higher versions than the sequence then.
   */
  async skipTo(indexed: number): Promise<void> {
    // Not setval(): it could undo a nextval() that runs at the same time.
    await this.database.query(
      `SELECT count(nextval('place_versions'))
       FROM generate_series(1, $1::bigint - (SELECT last_value FROM place_versions))`,
      [indexed],
    );
  }
}
