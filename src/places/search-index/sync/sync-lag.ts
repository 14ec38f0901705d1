import { Injectable } from '@nestjs/common';
import { type DataSource } from 'typeorm';
import { InjectBackground } from '../../../database/background.js';

/** How far the index is behind PostgreSQL. */
export interface SyncLag {
  /** Changes that are noted and not carried yet. */
  changes: number;
  /** Seconds since the oldest of them was noted; 0 when there is none. */
  seconds: number;
  /** Places that Elasticsearch refused, and that are set aside. */
  refused: number;
}

/** Measures the lag of the follower, for `index status` and the metrics. It is the same whichever replica is asked. */
@Injectable()
export class SyncLagMeter {
  constructor(@InjectBackground() private readonly database: DataSource) {}

  /** @param most how far is counted; all without it, which takes time while millions are imported */
  async measure(most?: number): Promise<SyncLag> {
    // Changes are numbered when they are noted, so the first is the oldest but for transactions that overlap.
    const [row] = await this.database.query<{ changes: string; seconds: string | null; refused: string }[]>(
      `SELECT (SELECT count(*) FROM (SELECT FROM place_changes LIMIT $1) AS noted) AS changes,
         (SELECT extract(epoch FROM clock_timestamp() - noted) FROM place_changes ORDER BY sequence LIMIT 1) AS seconds,
         (SELECT count(*) FROM (SELECT FROM place_refusals LIMIT $1) AS refused) AS refused`,
      [most ?? null],
    );
    return {
      changes: Number(row?.changes),
      seconds: Math.max(0, Number(row?.seconds ?? 0)),
      refused: Number(row?.refused),
    };
  }
}
