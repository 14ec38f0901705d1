import { type EntityManager } from 'typeorm';
import { type z } from 'zod';
import { type Counts } from './import-counts.js';
import { type ParsedRow } from './parse-row.js';

/** Checks rows of one kind against the database and writes them, a batch at a time. */
export interface RecordWriter<Row extends object> {
  /** Whether the rows change the search index. */
  changesIndex: boolean;

  /** Identifies the record of a row. The last row of a key wins. */
  key(row: Row): string;

  /**
   * Combines two rows of one key in a batch, with the same result as storing them one after the other. Without it, the
   * later row replaces the earlier one.
   */
  mergeWithEarlier?(earlier: Row, later: Row): Row;

  /**
   * Checks rows against the database: unique e-mail addresses of users, references of follows, check-ins and reviews.
   * Places have no check.
   *
   * @returns the reason for each rejected row, by its index in `rows`
   */
  check?(manager: EntityManager, rows: readonly Row[]): Promise<ReadonlyMap<number, string>>;

  /**
   * Writes rows with distinct keys. Rows that equal the stored record are neither written nor counted.
   *
   * @param run of the import, which written rows remember
   */
  write(manager: EntityManager, rows: readonly Row[], run: number): Promise<Counts>;
}

/** A kind of record that can be imported in the shape of the API. */
export interface RecordKind<Row extends object> extends RecordWriter<Row> {
  /** Validates a line and turns it into a row. */
  schema: z.ZodType<Row>;
  /** For kinds whose lines are stored without invalid optional values. By default `schema` alone decides. */
  parse?(value: unknown): ParsedRow<Row>;
  /** Overrides the limit of `line-reader.ts`. */
  maxLineBytes?: number;
}
