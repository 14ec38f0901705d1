import { type Client } from 'pg';

/** A table that is computed from all places, and the table of one row that says when. */
interface ComputedTable {
  readonly table: 'areas' | 'streets';
  readonly runs: 'area_runs' | 'street_runs';
}

/** For the sort of all places, instead of files. */
const SORT_MEMORY = '64MB';

/**
 * Computes a table in a transaction, unless no place has changed since the last time. It is computed once more after the last change: a
 * transaction that was open the first time has ended by then.
 *
 * @param fill inserts the rows; the table is empty
 */
export async function recompute(
  client: Client,
  { table, runs }: ComputedTable,
  fill: () => Promise<unknown>,
): Promise<void> {
  await client.query(`BEGIN; SET LOCAL work_mem = '${SORT_MEMORY}'`);
  const { rowCount } = await client.query(
    `INSERT INTO ${runs} AS run (changes, repeated, finished)
     SELECT coalesce(pg_sequence_last_value('place_changes_sequence_seq'), 0), false, clock_timestamp()
     ON CONFLICT (id) DO UPDATE
       SET changes = excluded.changes, repeated = run.changes = excluded.changes, finished = excluded.finished
       WHERE run.changes <> excluded.changes OR NOT run.repeated`,
  );
  if (rowCount === 1) {
    await client.query(`DELETE FROM ${table}`);
    await fill();
  }
  await client.query('COMMIT');
}
