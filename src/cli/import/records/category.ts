import { type EntityManager } from 'typeorm';
import { type z } from 'zod';
import { type RecordKind } from '../record-kind.js';
import { type Table, upsert } from '../upsert.js';
import { identifier, list, record, required, text } from './fields.js';

/** Names of categories, subcategories and utilities. */
export const categoryName = text(200);

export const categories: Table = { name: 'categories', key: ['id'], columns: { id: 'text', name: 'text' } };
export const subcategories: Table = {
  name: 'subcategories',
  key: ['category_id', 'id'],
  columns: { category_id: 'text', id: 'text', name: 'text' },
};

const schema = record({
  id: required(identifier()),
  name: required(categoryName),
  // A directory of OpenStreetMap has thousands in one category.
  subcategories: list(record({ id: required(identifier()), name: required(categoryName) }), 50_000),
});

type Category = z.output<typeof schema>;

/** `{id, name, subcategories: [{id, name}]}` */
export const category: RecordKind<Category> = {
  schema,
  // What an export writes of one with thousands of subcategories has to come in again.
  longest: 4 * 1024 * 1024,
  searchable: true,
  key: (row) => row.id,
  check: () => Promise.resolve(new Map()),
  async store(manager, rows) {
    const subrows = rows.flatMap((row) => [
      // Of two subcategories with one identifier the later counts, as with lines.
      ...new Map(row.subcategories.map(({ id, name }) => [id, { category_id: row.id, id, name }])).values(),
    ]);
    const written = await upsert(manager, categories, rows);
    const created = new Set(written.filter((row) => row.created).map((row) => row.key));
    const touched = [
      ...written,
      ...(await upsert(manager, subcategories, subrows)),
      ...(await removeUnused(manager, rows, subrows)),
    ];
    const all = new Set(touched.map((row) => row.key));
    return { created: created.size, changed: all.size - created.size };
  },
};

/** A subcategory that its category no longer lists goes, unless a place is still in it. */
function removeUnused(
  manager: EntityManager,
  rows: readonly Category[],
  listed: readonly { category_id: string; id: string }[],
): Promise<{ key: string }[]> {
  return manager.query(
    `WITH listed AS (SELECT * FROM jsonb_to_recordset($2) AS given (category_id text, id text)),
       gone AS (
         DELETE FROM subcategories s WHERE category_id = ANY($1)
           AND NOT EXISTS (SELECT FROM listed l WHERE l.category_id = s.category_id AND l.id = s.id)
           AND NOT EXISTS (
             SELECT FROM place_categories p WHERE p.category_id = s.category_id AND p.subcategory_id = s.id)
         RETURNING category_id AS key)
     SELECT key FROM gone`,
    [rows.map((row) => row.id), JSON.stringify(listed)],
  );
}
