import { type EntityManager } from 'typeorm';

/** A field that refers to another record. */
interface Reference<Column extends string> {
  field: string;
  column: Column;
  table: 'users' | 'places';
}

/** The references of check-ins and reviews. */
export const userAndPlace = [
  { field: 'user', column: 'user_id', table: 'users' },
  { field: 'place', column: 'place_id', table: 'places' },
] as const;

/** Rejects rows that refer to missing records. The reason names every missing record. */
export async function rejectUnknownReferences<Column extends string>(
  manager: EntityManager,
  rows: readonly Readonly<Record<Column, string>>[],
  references: readonly Reference<Column>[],
): Promise<ReadonlyMap<number, string>> {
  const reasons = new Map<number, string>();
  for (const { field, column, table } of references) {
    const ids = [...new Set(rows.map((row) => row[column]))];
    const existing = new Set(
      (await manager.query<{ id: string }[]>(`SELECT id FROM ${table} WHERE id = ANY($1)`, [ids])).map(({ id }) => id),
    );
    for (const [index, row] of rows.entries()) {
      if (existing.has(row[column])) continue;
      const reason = `${field}: there is no ${table === 'users' ? 'user' : 'place'} ${JSON.stringify(row[column])}`;
      reasons.set(index, [...(reasons.has(index) ? [reasons.get(index)] : []), reason].join('; '));
    }
  }
  return reasons;
}
