import { type EntityManager } from 'typeorm';
import { type Removed } from '../record-kind.js';

/** Removes places, and with them their reviews and check-ins, which are nobody's without them. */
export async function removePlaces(manager: EntityManager, ids: readonly string[]): Promise<Removed> {
  const [counts] = await manager.query<Omit<Removed, 'places'>[]>(
    `SELECT (SELECT count(*)::integer FROM reviews WHERE place_id = ANY($1)) AS reviews,
       (SELECT count(*)::integer FROM checkins WHERE place_id = ANY($1)) AS checkins`,
    [ids],
  );
  const gone = await manager.query<unknown[]>(
    'WITH gone AS (DELETE FROM places WHERE id = ANY($1) RETURNING id) SELECT id FROM gone',
    [ids],
  );
  return { places: gone.length, reviews: counts?.reviews ?? 0, checkins: counts?.checkins ?? 0 };
}
