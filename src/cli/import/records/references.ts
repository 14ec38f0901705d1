import { type EntityManager } from 'typeorm';

/** A member of a line that names a record which has to be there. */
interface Reference<Column extends string> {
  field: string;
  column: Column;
  table: 'users' | 'places';
}

/** Check-ins and reviews are of a user, about a place. */
export const ofUserAboutPlace = [
  { field: 'user', column: 'user_id', table: 'users' },
  { field: 'place', column: 'place_id', table: 'places' },
] as const;

/** Refuses rows that name what is not there. The reason has all that a row names in vain. */
export async function refuseUnknown<Column extends string>(
  manager: EntityManager,
  rows: readonly Readonly<Record<Column, string>>[],
  references: readonly Reference<Column>[],
): Promise<ReadonlyMap<number, string>> {
  const reasons = new Map<number, string>();
  for (const { field, column, table } of references) {
    const ids = [...new Set(rows.map((row) => row[column]))];
    const known = new Set(
      (await manager.query<{ id: string }[]>(`SELECT id FROM ${table} WHERE id = ANY($1)`, [ids])).map(({ id }) => id),
    );
    for (const [at, row] of rows.entries()) {
      if (known.has(row[column])) continue;
      const reason = `${field}: there is no ${table === 'users' ? 'user' : 'place'} ${JSON.stringify(row[column])}`;
      reasons.set(at, [...(reasons.has(at) ? [reasons.get(at)] : []), reason].join('; '));
    }
  }
  return reasons;
}
