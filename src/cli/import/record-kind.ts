import { type EntityManager } from 'typeorm';
import { type z } from 'zod';

/** What became of the rows of a batch; the others were there already, just so. */
export interface Stored {
  created: number;
  changed: number;
  removed?: Removed;
}

/** Places that are gone, and what went with them. */
export interface Removed {
  places: number;
  reviews: number;
  checkins: number;
}

/** How records of a kind are stored, a batch at a time. */
export interface Kind<Row extends object> {
  /** Whether searches show it, so that the index has to follow. */
  searchable: boolean;

  /** What makes two lines the same record, of which the later one counts. */
  key(row: Row): string;

  /**
   * What a later row of the same key in a batch comes to, as if the earlier had been stored before it. Without this the
   * earlier leaves nothing.
   */
  after?(earlier: Row, later: Row): Row;

  /**
   * What only the database can tell against rows, e.g. that they refer to what is not there.
   *
   * @returns a reason for each row that is refused, by its place among the rows
   */
  check(manager: EntityManager, rows: readonly Row[]): Promise<ReadonlyMap<number, string>>;

  /** Writes rows of different keys; those that are there already, just so, are not written. */
  store(manager: EntityManager, rows: readonly Row[]): Promise<Stored>;
}

/** A kind of record that can be imported in the interface's own shape. */
export interface RecordKind<Row extends object> extends Kind<Row> {
  /** What a line must hold, and the row that comes of it. */
  schema: z.ZodType<Row>;
  /** Bytes that a line has at most, where that is not what lines have. */
  longest?: number;
}
