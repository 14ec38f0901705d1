import { type EntityManager } from 'typeorm';
import { type z } from 'zod';
import { type Counts } from './import-report.js';
import { type ParsedRow } from './parse-row.js';

/** Checks rows of one kind against the database and writes them, a batch at a time. */
export interface RecordWriter<Row extends object> {
  /** Whether the rows change the search index. */
  changesIndex: boolean;

  /** The key of the record of a row. Of several rows with one key, the last counts. */
  key(row: Row): string;

  /**
   * Combines two rows of one key in a batch, with the same result as storing them one after the other. Without it, the
   * later row replaces the earlier one.
   */
  mergeWithEarlier?(earlier: Row, later: Row): Row;

  /**
   * Checks rows against the database: unique e-mail addresses of users, references of follows, check-ins and reviews, the sources of
   * places.
   *
   * @returns the reason for each rejected row, by its index in `rows`
   */
  check?(manager: EntityManager, rows: readonly Row[]): Promise<ReadonlyMap<number, string>>;

  /**
   * Writes rows with distinct keys. Rows that equal the stored record are neither written nor counted.
   *
   * @param runId of the import, which written rows refer to
   * @param absentColumns columns that stay unchanged in stored records: the file has no column for them
   */
  write(
    manager: EntityManager,
    rows: readonly Row[],
    runId: number,
    absentColumns?: readonly string[],
  ): Promise<Counts>;

  /** Gets the identifier of each rejected line; undefined if the line has none. */
  noteRejected?(ids: readonly unknown[]): Promise<void>;
}

/** A kind of record that can be imported in the shape of the API. */
export interface RecordKind<Row extends object> extends RecordWriter<Row> {
  /** Validates a line and turns it into a row. */
  schema: z.ZodType<Row>;
  /** Parses a line, and may leave out invalid optional values. By default, any invalid value by `schema` rejects the line. */
  parse?(value: unknown): ParsedRow<Row>;
  /** Overrides the limit of `line-reader.ts`. */
  maxLineBytes?: number;
}

/** A table to write to. Rows have a property for each column. */
export interface Table {
  name: string;
  columns: readonly string[];
  key: readonly string[];
  /** Columns that keep the stored value if the row has null. */
  keepIfNull?: readonly string[];
  /** Decimal numbers: `4.0` and `4` are equal as numbers, but responses show the text. */
  decimals?: readonly string[];
}

interface UpsertedRow {
  /** The first column of the key. */
  key: string;
  created: boolean;
}

/**
 * Inserts or updates rows in one statement.
 *
 * @param runId of the import, which written rows refer to; absent for tables whose rows do not refer to a run
 * @returns the written rows; a row that equals the stored row is not written
 */
export function upsert(
  manager: EntityManager,
  table: Table,
  rows: readonly object[],
  runId?: number,
): Promise<UpsertedRow[]> {
  return manager.query<UpsertedRow[]>(upsertStatement(table, runId), [rowsAsJson(table, rows)]);
}

/** The columns of the table alone: rows have members of other tables, too, such as the categories of a place. */
function rowsAsJson({ columns }: Table, rows: readonly object[]): string {
  return JSON.stringify(
    rows.map((row) => Object.fromEntries(columns.map((column) => [column, Reflect.get(row, column)]))),
  );
}

/**
 * Sets `changed_by` of records that a run has changed, also if it has changed only another table, such as the categories of a place.
 *
 * @param changed the keys of the changed records
 * @param written the rows of `table` that the run has written: they already refer to the run
 */
export async function markChanged(
  manager: EntityManager,
  { name, key: [column = ''] }: Table,
  changed: Iterable<string>,
  written: readonly UpsertedRow[],
  runId: number,
): Promise<void> {
  const known = new Set(written.map((row) => row.key));
  const keys = [...changed].filter((key) => !known.has(key));
  if (keys.length > 0)
    await manager.query(`UPDATE ${name} SET changed_by = $2 WHERE ${column} = ANY($1)`, [keys, runId]);
}

/** Inserts new rows. Existing rows stay unchanged. */
export async function insertMissing(
  manager: EntityManager,
  table: Table,
  rows: readonly object[],
  runId: number,
): Promise<void> {
  if (rows.length > 0) {
    await manager.query(`${insertClause(table, runId)} ON CONFLICT DO NOTHING`, [rowsAsJson(table, rows)]);
  }
}

export function countUpserted(written: readonly UpsertedRow[]): Counts {
  const created = written.filter((row) => row.created).length;
  return { created, changed: written.length - created };
}

function upsertStatement(table: Table, runId?: number): string {
  const { columns, key, keepIfNull = [], decimals = [] } = table;
  const others = columns.filter((column) => !key.includes(column));
  const newValueOf = (column: string): string =>
    keepIfNull.includes(column) ? `COALESCE(excluded.${column}, stored.${column})` : `excluded.${column}`;
  const comparable = (column: string): string => (decimals.includes(column) ? '::text' : '');
  const settings = others.map((column) => `${column} = ${newValueOf(column)}`);
  // `excluded.added_by` is this run.
  if (runId !== undefined) settings.push('changed_by = excluded.added_by');
  // `xmax` is 0 in rows that were inserted, not updated.
  return `${insertClause(table, runId)}
    ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${settings.join(', ')}
    WHERE (${others.map((column) => `stored.${column}${comparable(column)}`).join(', ')})
      IS DISTINCT FROM (${others.map((column) => `${newValueOf(column)}${comparable(column)}`).join(', ')})
    RETURNING stored.${key[0] ?? ''} AS key, stored.xmax = 0 AS created`;
}

/**
 * Inserts rows from a JSON array, parameter $1. Writes them in key order, so that two imports at the same time wait for each other
 * instead of deadlocking.
 */
function insertClause({ name, columns, key }: Table, runId?: number): string {
  const names = columns.join(', ');
  const isTracked = runId !== undefined;
  return `INSERT INTO ${name} AS stored (${names}${isTracked ? ', added_by' : ''})
    SELECT ${names}${isTracked ? `, ${runId}::bigint` : ''} FROM jsonb_populate_recordset(NULL::${name}, $1)
    ORDER BY ${key.join(', ')}`;
}
