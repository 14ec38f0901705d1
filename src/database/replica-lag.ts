/** A position in PostgreSQL's write-ahead log, in bytes from its start. */
export type LogPosition = bigint;

interface Sample {
  /** By `performance.now()`. */
  at: number;
  position: LogPosition;
}

interface Change {
  /** Counts the changes of the table. */
  number: number;
  /** A position after the last change; undefined until the primary was asked. */
  position: LogPosition | undefined;
}

/**
 * How far the log of the primary has come: over time, and at the last change of each table. Tells which replicas are
 * recent enough for a statement.
 */
export class PrimaryLog {
  /** The oldest first. */
  private samples: Sample[] = [];
  private readonly changes = new Map<string, Change>();

  /** @param maxLagMs a replica that is further behind is not used */
  constructor(private readonly maxLagMs: number) {}

  /** Notes a change of a table that the primary has committed. */
  noteChange(table: string): void {
    const { number = 0 } = this.changes.get(table) ?? {};
    this.changes.set(table, { number: number + 1, position: undefined });
  }

  /** Whether changes wait for a sample. */
  get needsSample(): boolean {
    return [...this.changes.values()].some(({ position }) => position === undefined);
  }

  /** To be called before the primary is asked for its position. @returns what to call with the position */
  beginSample(): (position: LogPosition) => void {
    const at = performance.now();
    const numbers = new Map([...this.changes].map(([table, { number }]) => [table, number]));
    return (position) => {
      for (const [table, change] of this.changes) {
        // A change since then may come after the position.
        if (numbers.get(table) === change.number) change.position ??= position;
      }
      this.samples.push({ at, position });
      // One older sample stays: a replica that lacks it is too far behind.
      while ((this.samples[1]?.at ?? Infinity) < at - this.maxLagMs) this.samples.shift();
    };
  }

  /** Whether a replica that has replayed the log up to a position may be read now. */
  isRecentEnough(replayed: LogPosition, tables: readonly string[]): boolean {
    return this.lagMs(replayed) <= this.maxLagMs && tables.every((table) => this.hasReplayed(replayed, table));
  }

  /** How long ago the primary had written what a replica lacks. In milliseconds. */
  lagMs(replayed: LogPosition): number {
    const missing = this.samples.find(({ position }) => position > replayed);
    return missing ? performance.now() - missing.at : 0;
  }

  private hasReplayed(replayed: LogPosition, table: string): boolean {
    const change = this.changes.get(table);
    return !change || (change.position !== undefined && replayed >= change.position);
  }

  /** Whether a replica lacks a noted change of any table. */
  lacksChange(replayed: LogPosition): boolean {
    return [...this.changes.keys()].some((table) => !this.hasReplayed(replayed, table));
  }
}
