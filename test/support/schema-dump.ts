import { type DataSource } from 'typeorm';

/** Functions, each table with its columns, constraints, indexes and triggers, and views, in the order of their creation. */
const parts = `
  SELECT 1 AS part, oid, pg_get_functiondef(oid) || ';' AS text
  FROM pg_proc WHERE pronamespace = current_schema()::regnamespace
  UNION ALL
  SELECT 2, oid, 'CREATE SEQUENCE ' || relname || ';'
  FROM pg_class AS sequence WHERE relkind = 'S' AND relnamespace = current_schema()::regnamespace
    AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = sequence.oid AND deptype IN ('a', 'i'))
  UNION ALL
  SELECT 3, relation.oid, concat_ws(E'\\n',
    'CREATE TABLE ' || relname || ' (', (SELECT string_agg('  ' || line, E',\\n' ORDER BY kind, position COLLATE "C") FROM (
      SELECT 1 AS kind, lpad(attnum::text, 4, '0') AS position, concat_ws(' ', attname, format_type(atttypid, atttypmod),
        'COLLATE "' || (SELECT collname FROM pg_collation WHERE oid = attcollation AND collname <> 'default') || '"',
        CASE WHEN attnotnull THEN 'NOT NULL' END,
        CASE attidentity WHEN 'a' THEN 'GENERATED ALWAYS AS IDENTITY' END,
        'DEFAULT ' || pg_get_expr(adbin, adrelid)) AS line
      FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
      WHERE attrelid = relation.oid AND attnum > 0 AND NOT attisdropped
      UNION ALL
      SELECT 2, conname, 'CONSTRAINT ' || conname || ' ' || pg_get_constraintdef(oid)
      FROM pg_constraint WHERE conrelid = relation.oid AND contype IN ('p', 'u', 'f', 'c')
    ) AS lines),
    ')' || COALESCE(' WITH (' || array_to_string(reloptions, ', ') || ')', '') || ';',
    (SELECT string_agg(pg_get_indexdef(indexrelid) || ';', E'\\n' ORDER BY indexrelid::regclass::text COLLATE "C")
     FROM pg_index WHERE indrelid = relation.oid
       AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u'))),
    (SELECT string_agg(pg_get_triggerdef(oid) || ';', E'\\n' ORDER BY tgname)
     FROM pg_trigger WHERE tgrelid = relation.oid AND NOT tgisinternal))
  FROM pg_class AS relation
  WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace AND relname <> 'migrations'
  UNION ALL
  SELECT 4, oid, 'CREATE VIEW ' || relname || ' AS' || E'\\n' || pg_get_viewdef(oid)
  FROM pg_class WHERE relkind = 'v' AND relnamespace = current_schema()::regnamespace
  ORDER BY part, oid`;

/** The schema in force, read from the system catalogue. */
export async function dumpSchema(database: DataSource): Promise<string> {
  const rows = await database.query<{ text: string }[]>(parts);
  return rows.map(({ text }) => text.replaceAll(' public.', ' ').replace(/\n;$/, ';')).join('\n\n');
}
