import { type EntityManager } from 'typeorm';
import { type RecordKind } from '../record-kind.js';
import { countUpserted, type Table, upsert } from '../upsert.js';

type Row = Readonly<Record<string, unknown>>;

/** The tables that fields refer to. The column of the field `user` is `user_id`. */
type References = Readonly<Record<string, 'users' | 'places'>>;

/** A kind whose rows refer to other records, and are the rows of its table. */
export function referringKind<R extends Row>(
  schema: RecordKind<R>['schema'],
  table: Table,
  references: References,
): RecordKind<R> {
  return {
    schema,
    changesIndex: false,
    key: (row) => JSON.stringify(table.key.map((column) => row[column])),
    check: (manager, rows) => rejectUnknownReferences(manager, rows, references),
    write: async (manager, rows, run) => countUpserted(await upsert(manager, table, rows, run)),
  };
}

/** The reason names every missing record. */
async function rejectUnknownReferences(
  manager: EntityManager,
  rows: readonly Row[],
  references: References,
): Promise<ReadonlyMap<number, string>> {
  const reasons = new Map<number, string>();
  for (const [field, table] of Object.entries(references)) {
    const ids = rows.map((row) => row[`${field}_id`] as string);
    const found = await manager.query<{ id: string }[]>(`SELECT id FROM ${table} WHERE id = ANY($1)`, [
      [...new Set(ids)],
    ]);
    const existing = new Set(found.map(({ id }) => id));
    for (const [index, id] of ids.entries()) {
      if (existing.has(id)) continue;
      const reason = `${field}: there is no ${table === 'users' ? 'user' : 'place'} ${JSON.stringify(id)}`;
      const earlier = reasons.get(index);
      reasons.set(index, earlier === undefined ? reason : `${earlier}; ${reason}`);
    }
  }
  return reasons;
}
