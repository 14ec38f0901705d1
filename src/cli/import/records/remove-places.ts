import { type EntityManager } from 'typeorm';
import { type Counts } from '../import-summary.js';

/** Deletes places. PostgreSQL deletes their reviews and check-ins by foreign key. */
export async function removePlaces(manager: EntityManager, ids: readonly string[]): Promise<Counts> {
  const [counts] = await manager.query<Counts[]>(
    `SELECT (SELECT count(*)::integer FROM reviews WHERE place_id = ANY($1)) AS "removedReviews",
       (SELECT count(*)::integer FROM checkins WHERE place_id = ANY($1)) AS "removedCheckins"`,
    [ids],
  );
  const deleted = await manager.query<unknown[]>(
    'WITH deleted AS (DELETE FROM places WHERE id = ANY($1) RETURNING id) SELECT id FROM deleted',
    [ids],
  );
  return { ...counts, removed: deleted.length };
}
