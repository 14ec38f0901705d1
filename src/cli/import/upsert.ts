import { type EntityManager } from 'typeorm';
import { type Stored } from './record-kind.js';

/** A table that rows are written to; a row has a member for each column. */
export interface Table {
  name: string;
  /** The columns and their types. */
  columns: Readonly<Record<string, string>>;
  key: readonly string[];
  /** Columns that keep what they hold when a row has nothing for them. */
  kept?: readonly string[];
}

export interface Upserted {
  /** The first column of the key. */
  key: string;
  created: boolean;
}

/**
 * Writes rows by one statement.
 *
 * @returns the rows that are new or differ from what was there; the others are not written
 */
export function upsert(manager: EntityManager, table: Table, rows: readonly object[]): Promise<Upserted[]> {
  return manager.query<Upserted[]>(statementOf(table, recordset(table)), [JSON.stringify(rows)]);
}

/**
 * The same for rows that are in the database already.
 *
 * @param source what they are selected from: a table, or a query in parentheses, with the columns of the table
 */
export function upsertFrom(manager: EntityManager, table: Table, source: string): Promise<Upserted[]> {
  return manager.query<Upserted[]>(statementOf(table, `${source} AS given`));
}

/** Writes only the rows that are not there yet; what is there stays as it is. */
export async function insertMissing(manager: EntityManager, table: Table, rows: readonly object[]): Promise<void> {
  if (rows.length > 0) {
    await manager.query(`${insertion(table, recordset(table))} ON CONFLICT DO NOTHING`, [JSON.stringify(rows)]);
  }
}

/** How many rows are new, and how many have changed. */
export function countOf(written: readonly Upserted[]): Stored {
  const created = written.filter((row) => row.created).length;
  return { created, changed: written.length - created };
}

function statementOf(table: Table, source: string): string {
  const { columns, key, kept = [] } = table;
  const others = Object.keys(columns).filter((column) => !key.includes(column));
  const given = (column: string): string =>
    kept.includes(column) ? `COALESCE(excluded.${column}, stored.${column})` : `excluded.${column}`;
  // `4.0` and `4` are equal as numbers, but interfaces show the difference.
  const shown = (column: string): string => (columns[column] === 'numeric' ? '::text' : '');
  return `${insertion(table, source)}
    ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${others.map((column) => `${column} = ${given(column)}`).join(', ')}
    WHERE (${others.map((column) => `stored.${column}${shown(column)}`).join(', ')})
      IS DISTINCT FROM (${others.map((column) => `${given(column)}${shown(column)}`).join(', ')})
    RETURNING stored.${key[0] ?? ''} AS key, stored.xmax = 0 AS created`;
}

/** Rows are written in the order of their keys, so that two imports at once wait for each other instead of locking. */
function insertion({ name, columns, key }: Table, source: string): string {
  const names = Object.keys(columns).join(', ');
  return `INSERT INTO ${name} AS stored (${names})
    SELECT ${names} FROM ${source}
    ORDER BY ${key.join(', ')}`;
}

/** The rows of a JSON list that is the statement's parameter. */
function recordset({ columns }: Table): string {
  const types = Object.entries(columns).map(([column, type]) => `${column} ${type}`);
  return `jsonb_to_recordset($1) AS given (${types.join(', ')})`;
}
