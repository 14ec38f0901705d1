import { Logger } from '@nestjs/common';
import { Pool } from 'pg';
import { addressOf, serviceConnection } from './connect.js';
import { type LogPosition, type PrimaryLog } from './replica-lag.js';

/** How long a replica is not used after a statement on it failed. */
export const avoidMs = 5000;

/** The position of the log that a streaming replica has replayed. Null on a server that is no streaming replica. */
const replayPosition = "SELECT (pg_last_wal_replay_lsn() - '0/0')::text AS position";

/** A read replica of PostgreSQL. */
export class ReadReplica {
  private readonly logger = new Logger(ReadReplica.name);
  readonly pool: Pool;
  /** Undefined until it is known, and after a failure. Null if the server is no streaming replica. */
  private replayed: LogPosition | null | undefined;
  private avoidedUntil = 0;
  private isDown = false;

  constructor(
    private readonly url: string,
    connections: number,
    private readonly log: PrimaryLog,
  ) {
    this.pool = new Pool({ connectionString: url, max: connections, ...serviceConnection });
    // An idle connection broke. The next statement opens another one, or fails and is run elsewhere.
    this.pool.on('error', () => undefined);
  }

  /** Host, port and database. */
  get address(): string {
    return addressOf({ url: this.url });
  }

  /** Whether a statement that reads these tables may run here. Other servers than streaming replicas are not measured. */
  isUsable(tables: readonly string[]): boolean {
    if (this.avoidedUntil > Date.now() || this.replayed === undefined) return false;
    return this.replayed === null || this.log.isRecentEnough(this.replayed, tables);
  }

  /** Whether its lag is known: it is a streaming replica. */
  get isMeasured(): boolean {
    return this.replayed !== null;
  }

  /** Whether it lacks a noted change. */
  get lacksChange(): boolean {
    return typeof this.replayed === 'bigint' && this.log.lacksChange(this.replayed);
  }

  /** In seconds; undefined while it is unknown. */
  get lagSeconds(): number | undefined {
    return typeof this.replayed === 'bigint' ? this.log.lagMs(this.replayed) / 1000 : undefined;
  }

  /** Does not use the replica for some time. */
  avoid(): void {
    this.avoidedUntil = Date.now() + avoidMs;
  }

  /** Reads how far the replica has come. A replica that does not say it is not used. */
  async measure(): Promise<void> {
    try {
      const { rows } = await this.pool.query<{ position: string | null }>(replayPosition);
      const position = rows[0]?.position ?? null;
      this.replayed = position === null ? null : BigInt(position);
      if (this.isDown) this.logger.log(`Read replica ${this.address} answers again`);
      this.isDown = false;
    } catch (error) {
      this.replayed = undefined;
      if (!this.isDown)
        this.logger.warn({
          msg: `Read replica ${this.address} does not answer; others and the primary are read`,
          err: error,
        });
      this.isDown = true;
    }
  }
}
