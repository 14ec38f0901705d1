import { type DataSource, type EntityManager } from 'typeorm';
import { CommandError } from '../command-error.js';
import { type Counts } from './import-report.js';
import { type RecordKindName } from './record-kinds.js';

/** Stands for the run in rows that no import wrote, such as the demonstration data. It cannot be undone. */
export const noRun = 0;

/** A run of `import`, as `import list` shows it. */
export interface StoredRun {
  id: number;
  created: Date;
  operator: string;
  kind: RecordKindName;
  /** Absolute paths, or `-` for standard input. */
  files: string[];
  added: number;
  changed: number;
  removed: number;
  /** Null if the run has not ended, or was killed. */
  rejected: number | null;
  complete: boolean | null;
  undone: Date | null;
}

export type NewRun = Pick<StoredRun, 'operator' | 'kind' | 'files'>;

const columns = `id::float, created, operator, kind, files, added::float, changed::float, removed::float, rejected::float,
  complete, undone`;

/**
 * A run of `import`. Rows hold its identifier: `added_by` is the run that inserted the row, `changed_by` the last run that
 * changed it. Each batch adds its counts in its own transaction, so the counts of a killed run are right.
 */
export class ImportRun {
  private constructor(
    private readonly database: DataSource,
    readonly id: number,
  ) {}

  /** @param retentionDays after which the run can no longer be undone */
  static async begin(
    database: DataSource,
    { operator, kind, files }: NewRun,
    retentionDays: number,
  ): Promise<ImportRun> {
    const [row] = await database.query<{ id: number }[]>(
      `INSERT INTO import_runs (operator, kind, files, expires) VALUES ($1, $2, $3, now() + $4 * interval '1 day')
       RETURNING id::float`,
      [operator, kind, files, retentionDays],
    );
    return new ImportRun(database, row?.id ?? noRun);
  }

  /**
   * Adds the counts of a batch. The row lock makes `import undo` wait for the batch.
   *
   * @throws CommandError if the run was undone meanwhile: nothing would undo this batch
   */
  async count(manager: EntityManager, { created = 0, changed = 0, removed = 0 }: Counts): Promise<void> {
    const [, updated] = await manager.query<[unknown[], number]>(
      `UPDATE import_runs SET added = added + $2, changed = changed + $3, removed = removed + $4
        WHERE id = $1 AND undone IS NULL`,
      [this.id, created, changed, removed],
    );
    if (updated === 0) throw new CommandError(`Import ${this.id} was undone meanwhile: it stops.`);
  }

  async end({ rejected = 0 }: Counts, complete: boolean): Promise<void> {
    await this.database.query('UPDATE import_runs SET rejected = $2, complete = $3 WHERE id = $1', [
      this.id,
      rejected,
      complete,
    ]);
  }
}

/** The newest runs first. */
export function listRuns(database: DataSource, limit: number): Promise<StoredRun[]> {
  return database.query(`SELECT ${columns} FROM import_runs ORDER BY import_runs.id DESC LIMIT $1`, [limit]);
}

export async function findRun(manager: EntityManager, id: number): Promise<StoredRun | undefined> {
  const [run] = await manager.query<StoredRun[]>(`SELECT ${columns} FROM import_runs WHERE id = $1`, [id]);
  return run;
}

/** Later runs of the same kind that were not undone. */
export async function laterRuns(manager: EntityManager, { id, kind }: StoredRun): Promise<number[]> {
  const rows = await manager.query<{ id: number }[]>(
    'SELECT id::float FROM import_runs WHERE import_runs.id > $1 AND kind = $2 AND undone IS NULL ORDER BY import_runs.id',
    [id, kind],
  );
  return rows.map((row) => row.id);
}

/** Marks a run as undone: from now on it cannot store batches. Waits for its current batch. */
export async function markUndone(manager: EntityManager, id: number): Promise<void> {
  await manager.query('UPDATE import_runs SET undone = COALESCE(undone, now()) WHERE id = $1', [id]);
}
