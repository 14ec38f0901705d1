import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type Refusal } from './bulk.js';

/** Places that Elasticsearch refused, set aside with the reason until a later state of them is taken. */
@Injectable()
export class PlaceRefusals {
  constructor(private readonly database: DataSource) {}

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

  list(): Promise<Refusal[]> {
    return this.database.query('SELECT place_id AS id, reason FROM place_refusals ORDER BY place_id LIMIT 100');
  }
}
