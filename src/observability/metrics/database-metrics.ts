import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { DataSource } from 'typeorm';
import { InjectBackground } from '../../database/background.js';
import { poolOf } from '../../database/connect.js';
import { FairReads } from '../../database/fair-reads.js';
import { ReadDatabase } from '../../database/read-database.js';
import { Sample } from '../sample.js';
import { Metrics } from './metrics.js';

/** The tables that imports write to. */
const tables = ['places', 'categories', 'users', 'follows', 'checkins', 'reviews'];

type RowCount = Record<'table' | 'operation' | 'rows', string>;

/** Metrics of the connection pool, and of the rows that imports and other programs write. */
@Injectable()
export class DatabaseMetrics {
  constructor(
    metrics: Metrics,
    database: DataSource,
    reads: ReadDatabase,
    fairReads: FairReads,
    @InjectBackground() background: DataSource,
  ) {
    const pool = poolOf(database);
    metrics.gauge(
      'database_pool_connections',
      'Connections to PostgreSQL by state (idle, busy)',
      () => ({ idle: pool.idleCount, busy: pool.totalCount - pool.idleCount }),
      'state',
    );
    const waiting = 'Statements that wait for a connection to PostgreSQL';
    metrics.gauge('database_pool_waiting', waiting, () => pool.waitingCount);
    const lists = 'Lists and map tiles by state (running, waiting for those of others)';
    metrics.gauge('list_bulkhead', lists, () => fairReads.state, 'state');
    const size = 'Maximum number of connections (DATABASE_POOL_SIZE)';
    metrics.gauge('database_pool_size', size, () => pool.options.max);
    const rowCounts = new Sample(() => readRowCounts(background), { maxAgeMs: 5000, timeoutMs: 1000 });
    const lag = 'Seconds that a read replica of PostgreSQL is behind; absent while it is unknown';
    const up = '1 if a read replica is in use: it answers, and is at most DATABASE_REPLICA_MAX_LAG behind';
    metrics.gauge('database_replica_up', up, () => upOf(reads), 'replica');
    metrics.gauge('database_replica_lag_seconds', lag, () => lagsOf(reads), 'replica');
    new Gauge({
      name: 'directory_rows_written',
      help: 'Rows inserted, updated and deleted by any program since the statistics of PostgreSQL were reset',
      labelNames: ['table', 'operation'],
      registers: [metrics.registry],
      async collect() {
        this.reset();
        for (const { table, operation, rows } of (await rowCounts.value()) ?? []) {
          this.set({ table, operation }, Number(rows));
        }
      },
    });
  }
}

/** By the address of the replica. */
function upOf({ replicas }: ReadDatabase): Record<string, number> {
  return Object.fromEntries(replicas.map((replica) => [replica.address, replica.isUsable([]) ? 1 : 0]));
}

/** By the address of the replica. */
function lagsOf({ replicas }: ReadDatabase): Record<string, number> {
  const known = replicas.flatMap(({ address, lagSeconds }) =>
    lagSeconds === undefined ? [] : [[address, lagSeconds]],
  );
  return Object.fromEntries(known) as Record<string, number>;
}

/** PostgreSQL maintains these counters, so reading them is cheap for tables of any size. */
function readRowCounts(database: DataSource): Promise<RowCount[]> {
  return database.query(
    `SELECT relname AS table, operation, rows
     FROM pg_stat_user_tables,
       LATERAL (VALUES ('insert', n_tup_ins), ('update', n_tup_upd), ('delete', n_tup_del)) AS counts (operation, rows)
     WHERE schemaname = current_schema() AND relname = ANY($1)`,
    [tables],
  );
}
