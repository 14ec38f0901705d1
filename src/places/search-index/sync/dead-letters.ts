import { Injectable } from '@nestjs/common';
import { type DataSource, type EntityManager } from 'typeorm';
import { InjectBackground } from '../../../database/background.js';
import { type Refusal } from './bulk-request.js';

/** A place that is set aside. */
export interface DeadLetter extends Refusal {
  refused: Date;
}

/** Places that Elasticsearch refused, set aside with the reason until a later state of them is taken. */
@Injectable()
export class DeadLetters {
  constructor(@InjectBackground() private readonly database: DataSource) {}

  /** Notes which of the places that were carried now have been refused. */
  async note(
    carried: readonly string[],
    refusals: readonly Refusal[],
    manager: EntityManager = this.database.manager,
  ): Promise<void> {
    await manager.query('DELETE FROM place_refusals WHERE place_id = ANY($1)', [carried]);
    if (refusals.length === 0) return;
    await manager.query(
      `INSERT INTO place_refusals (place_id, reason) SELECT * FROM unnest($1::text[], $2::text[])
       ON CONFLICT (place_id) DO UPDATE SET reason = excluded.reason, refused = now()`,
      [refusals.map((refusal) => refusal.id), refusals.map((refusal) => refusal.reason)],
    );
  }

  /** The first hundred. */
  list(): Promise<DeadLetter[]> {
    return this.database.query(
      'SELECT place_id AS id, reason, refused FROM place_refusals ORDER BY place_id LIMIT 100',
    );
  }

  /** The reasons for those of these places that are set aside. */
  async reasons(ids: readonly string[]): Promise<Map<string, string>> {
    const statement = 'SELECT place_id AS id, reason FROM place_refusals WHERE place_id = ANY($1)';
    const rows = await this.database.query<Refusal[]>(statement, [ids]);
    return new Map(rows.map(({ id, reason }) => [id, reason]));
  }
}
