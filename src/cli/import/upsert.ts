import { type EntityManager } from 'typeorm';
import { type Counts } from './import-summary.js';

/** A table to write to. Rows have a property for each column. */
export interface Table {
  name: string;
  /** Columns and their PostgreSQL types. */
  columns: Readonly<Record<string, string>>;
  key: readonly string[];
  /** Columns that keep the stored value if the row has null. */
  keepIfNull?: readonly string[];
}

export interface UpsertedRow {
  /** The first column of the key. */
  key: string;
  created: boolean;
}

/**
 * Inserts or updates rows in one statement.
 *
 * @returns the written rows; a row that equals the stored row is not written
 */
export function upsert(manager: EntityManager, table: Table, rows: readonly object[]): Promise<UpsertedRow[]> {
  return manager.query<UpsertedRow[]>(upsertStatement(table, recordset(table)), [JSON.stringify(rows)]);
}

/**
 * The same for rows that are already in the database.
 *
 * @param source a table, or a query in parentheses, with the columns of `table`
 */
export function upsertFrom(manager: EntityManager, table: Table, source: string): Promise<UpsertedRow[]> {
  return manager.query<UpsertedRow[]>(upsertStatement(table, `${source} AS given`));
}

/** Inserts new rows. Existing rows stay unchanged. */
export async function insertMissing(manager: EntityManager, table: Table, rows: readonly object[]): Promise<void> {
  if (rows.length > 0) {
    await manager.query(`${insertClause(table, recordset(table))} ON CONFLICT DO NOTHING`, [JSON.stringify(rows)]);
  }
}

export function countUpserted(written: readonly UpsertedRow[]): Counts {
  const created = written.filter((row) => row.created).length;
  return { created, changed: written.length - created };
}

function upsertStatement(table: Table, source: string): string {
  const { columns, key, keepIfNull = [] } = table;
  const others = Object.keys(columns).filter((column) => !key.includes(column));
  const given = (column: string): string =>
    keepIfNull.includes(column) ? `COALESCE(excluded.${column}, stored.${column})` : `excluded.${column}`;
  // `4.0` and `4` are equal as numbers, but responses show the text.
  const comparable = (column: string): string => (columns[column] === 'numeric' ? '::text' : '');
  return `${insertClause(table, source)}
    ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${others.map((column) => `${column} = ${given(column)}`).join(', ')}
    WHERE (${others.map((column) => `stored.${column}${comparable(column)}`).join(', ')})
      IS DISTINCT FROM (${others.map((column) => `${given(column)}${comparable(column)}`).join(', ')})
    RETURNING stored.${key[0] ?? ''} AS key, stored.xmax = 0 AS created`;
}

/** Writes rows in key order, so that two imports at the same time wait for each other instead of deadlocking. */
function insertClause({ name, columns, key }: Table, source: string): string {
  const names = Object.keys(columns).join(', ');
  return `INSERT INTO ${name} AS stored (${names})
    SELECT ${names} FROM ${source}
    ORDER BY ${key.join(', ')}`;
}

/** Rows from a JSON array, parameter $1. */
function recordset({ columns }: Table): string {
  const types = Object.entries(columns).map(([column, type]) => `${column} ${type}`);
  return `jsonb_to_recordset($1) AS given (${types.join(', ')})`;
}
