import { type EntityManager } from 'typeorm';
import { type RemovedCounts } from '../record-kind.js';

/** Deletes places. PostgreSQL deletes their reviews and check-ins by foreign key. */
export async function removePlaces(manager: EntityManager, ids: readonly string[]): Promise<RemovedCounts> {
  const [counts] = await manager.query<Omit<RemovedCounts, 'places'>[]>(
    `SELECT (SELECT count(*)::integer FROM reviews WHERE place_id = ANY($1)) AS reviews,
       (SELECT count(*)::integer FROM checkins WHERE place_id = ANY($1)) AS checkins`,
    [ids],
  );
  const deleted = await manager.query<unknown[]>(
    'WITH deleted AS (DELETE FROM places WHERE id = ANY($1) RETURNING id) SELECT id FROM deleted',
    [ids],
  );
  return { places: deleted.length, reviews: counts?.reviews ?? 0, checkins: counts?.checkins ?? 0 };
}
