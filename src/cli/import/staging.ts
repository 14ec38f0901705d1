import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ClientBase } from 'pg';
import { from } from 'pg-copy-streams';
import { type EntityManager } from 'typeorm';

/** A temporary table that rows are copied into before one statement writes all of them where they belong. */
export interface StagingTable<Column extends string> {
  name: string;
  /** The columns and their types. */
  columns: Readonly<Record<Column, string>>;
}

/**
 * Fills the table with these rows alone, by `COPY`: several times as fast as parameters. It is there until the
 * transaction ends.
 */
export async function stage<Column extends string>(
  manager: EntityManager,
  { name, columns }: StagingTable<Column>,
  rows: readonly Readonly<Record<Column, unknown>>[],
): Promise<void> {
  const names = Object.keys(columns) as Column[];
  const types = names.map((column) => `${column} ${columns[column]}`);
  // Made once a connection: a table for each batch would bloat PostgreSQL's own tables.
  await manager.query(`CREATE TEMPORARY TABLE IF NOT EXISTS ${name} (${types.join(', ')}) ON COMMIT DELETE ROWS`);
  const client = (await manager.queryRunner?.connect()) as ClientBase;
  const text = rows.map((row) => names.map((column) => cell(row[column], columns[column])).join('\t')).join('\n');
  const copying = client.query(from(`COPY ${name} (${names.join(', ')}) FROM STDIN`));
  await pipeline(Readable.from([Buffer.from(`${text}\n`)]), copying);
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** A value in the text format of `COPY`. */
function cell(value: unknown, type: string): string {
  if (value === null || value === undefined) return '\\N';
  return literal(value, type).replace(/[\\\t\n\r]/g, (character) => escapes[character] ?? character);
}

/** Lists of texts are arrays where the column holds arrays; elsewhere, as all objects, they are JSON. */
function literal(value: unknown, type: string): string {
  if (type.endsWith('[]') && isTexts(value)) return `{${value.map(element).join(',')}}`;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function isTexts(value: unknown): value is (string | null)[] {
  return Array.isArray(value) && value.every((entry) => entry === null || typeof entry === 'string');
}

function element(text: string | null): string {
  return text === null ? 'NULL' : `"${text.replace(/["\\]/g, '\\$&')}"`;
}
