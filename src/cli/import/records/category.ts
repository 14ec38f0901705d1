import { type EntityManager } from 'typeorm';
import { type z } from 'zod';
import { type RecordKind, markChanged, type Table, upsert } from '../record-writer.js';
import { identifier, list, record, required, text } from './fields.js';

/** Names of categories, subcategories and utilities. */
export const categoryName = text(200);

export const categories: Table = { name: 'categories', key: ['id'], columns: ['id', 'name'] };
export const subcategories: Table = {
  name: 'subcategories',
  key: ['category_id', 'id'],
  columns: ['category_id', 'id', 'name'],
};

const schema = record({
  id: required(identifier()),
  name: required(categoryName),
  // OpenStreetMap has thousands of subcategories in one category.
  subcategories: list(record({ id: required(identifier()), name: required(categoryName) }), 50_000),
});

type Category = z.output<typeof schema>;

/** `{id, name, subcategories: [{id, name}]}` */
export const category: RecordKind<Category> = {
  schema,
  // An exported category with thousands of subcategories must fit.
  maxLineBytes: 4 * 1024 * 1024,
  changesIndex: true,
  key: (row) => row.id,
  async write(manager, rows, runId) {
    const subrows = rows.flatMap((row) => [
      // The last subcategory with an identifier wins, as with lines.
      ...new Map(row.subcategories.map(({ id, name }) => [id, { category_id: row.id, id, name }])).values(),
    ]);
    const written = await upsert(manager, categories, rows, runId);
    const created = new Set(written.filter((row) => row.created).map((row) => row.key));
    const below = [
      ...(await upsert(manager, subcategories, subrows, runId)),
      ...(await deleteUnused(manager, rows, subrows)),
    ];
    const all = new Set([...written, ...below].map((row) => row.key));
    await markChanged(manager, categories, all, written, runId);
    return { created: created.size, changed: all.size - created.size };
  },
};

/** Deletes subcategories that their category no longer lists, unless a place is in them. */
function deleteUnused(
  manager: EntityManager,
  rows: readonly Category[],
  listed: readonly { category_id: string; id: string }[],
): Promise<{ key: string }[]> {
  return manager.query(
    `WITH listed AS (SELECT * FROM jsonb_to_recordset($2) AS given (category_id text, id text)),
       deleted AS (
         DELETE FROM subcategories s WHERE category_id = ANY($1)
           AND NOT EXISTS (SELECT FROM listed l WHERE l.category_id = s.category_id AND l.id = s.id)
           AND NOT EXISTS (
             SELECT FROM place_categories p WHERE p.category_id = s.category_id AND p.subcategory_id = s.id)
         RETURNING category_id AS key)
     SELECT key FROM deleted`,
    [rows.map((row) => row.id), JSON.stringify(listed)],
  );
}
