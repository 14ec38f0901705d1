import { Injectable } from '@nestjs/common';
import { type DataSource } from 'typeorm';
import { InjectBackground } from '../../../database/background.js';

/** How far the index is behind PostgreSQL. */
export interface SyncLag {
  /** Changes in the outbox: not indexed yet. */
  pendingChanges: number;
  /** Seconds since the oldest pending change was made; 0 without pending changes. */
  seconds: number;
  /** Places that Elasticsearch rejected. */
  deadLetters: number;
}

/** Measures how far the index is behind PostgreSQL. Every replica measures the same. */
@Injectable()
export class SyncLagMeter {
  constructor(@InjectBackground() private readonly database: DataSource) {}

  /** @param limit counts up to this number; without it counts all, which is slow during a large import */
  async measure(limit?: number): Promise<SyncLag> {
    // The lowest sequence number belongs to the oldest change, except when transactions overlap.
    const [row] = await this.database.query<{ changes: string; seconds: string | null; dead_letters: string }[]>(
      `SELECT (SELECT count(*) FROM (SELECT FROM place_changes LIMIT $1) AS pending) AS changes,
         (SELECT extract(epoch FROM clock_timestamp() - noted) FROM place_changes ORDER BY sequence LIMIT 1) AS seconds,
         (SELECT count(*) FROM (SELECT FROM place_refusals LIMIT $1) AS rejected) AS dead_letters`,
      [limit ?? null],
    );
    return {
      pendingChanges: Number(row?.changes),
      seconds: Math.max(0, Number(row?.seconds ?? 0)),
      deadLetters: Number(row?.dead_letters),
    };
  }
}
