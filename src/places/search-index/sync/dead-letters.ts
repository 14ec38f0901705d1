import { Injectable } from '@nestjs/common';
import { type DataSource, type EntityManager } from 'typeorm';
import { InjectBackground } from '../../../database/background.js';
import { type Rejection } from './bulk-request.js';

export interface DeadLetter extends Rejection {
  rejectedAt: Date;
}

/**
 * The dead letters of the index sync: places that Elasticsearch rejected, with the reason. A dead letter is deleted when
 * a later state of its place is indexed. Owns the table `place_refusals`: the table and its column `refused` have old names.
 */
@Injectable()
export class DeadLetters {
  constructor(@InjectBackground() private readonly database: DataSource) {}

  /**
   * Records the outcome of a batch.
   *
   * @param ids all places of the batch
   * @param rejections the places of the batch that Elasticsearch rejected
   */
  async record(
    ids: readonly string[],
    rejections: readonly Rejection[],
    manager: EntityManager = this.database.manager,
  ): Promise<void> {
    await manager.query('DELETE FROM place_refusals WHERE place_id = ANY($1)', [ids]);
    if (rejections.length === 0) return;
    await manager.query(
      `INSERT INTO place_refusals (place_id, reason) SELECT * FROM unnest($1::text[], $2::text[])
       ON CONFLICT (place_id) DO UPDATE SET reason = excluded.reason, refused = now()`,
      [rejections.map(({ id }) => id), rejections.map(({ reason }) => reason)],
    );
  }

  /** The first 100 by identifier. */
  list(): Promise<DeadLetter[]> {
    return this.database.query(
      'SELECT place_id AS id, reason, refused AS "rejectedAt" FROM place_refusals ORDER BY place_id LIMIT 100',
    );
  }

  /** All of them, or those of the given places. */
  async ids(ids?: readonly string[]): Promise<string[]> {
    const statement =
      'SELECT place_id AS id FROM place_refusals WHERE $1::text[] IS NULL OR place_id = ANY($1) ORDER BY place_id';
    return (await this.database.query<{ id: string }[]>(statement, [ids ?? null])).map(({ id }) => id);
  }

  /** The reasons by identifier, for those of the given places that are dead letters. */
  async reasons(ids: readonly string[]): Promise<Map<string, string>> {
    const statement = 'SELECT place_id AS id, reason FROM place_refusals WHERE place_id = ANY($1)';
    const rows = await this.database.query<Rejection[]>(statement, [ids]);
    return new Map(rows.map(({ id, reason }) => [id, reason]));
  }
}
