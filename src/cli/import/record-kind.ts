import { type EntityManager } from 'typeorm';
import { type z } from 'zod';

/** What became of the rows of a batch; the others were there already, just so. */
export interface Stored {
  created: number;
  changed: number;
}

/** A kind of record that can be imported: how its line is read, and how a batch of them is stored. */
export interface RecordKind<Row extends object> {
  /** What a line must hold, and the row that comes of it. */
  schema: z.ZodType<Row>;

  /** Whether searches show it, so that the index has to follow. */
  searchable: boolean;

  /** What makes two lines the same record, of which the later one counts. */
  key(row: Row): string;

  /**
   * What only the database can tell against rows, e.g. that they refer to what is not there.
   *
   * @returns a reason for each row that is refused, by its place among the rows
   */
  check(manager: EntityManager, rows: readonly Row[]): Promise<ReadonlyMap<number, string>>;

  /** Writes rows of different keys; those that are there already, just so, are not written. */
  store(manager: EntityManager, rows: readonly Row[]): Promise<Stored>;
}
