import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { DataSource } from 'typeorm';
import { InjectBackground } from '../../database/background.js';
import { poolOf } from '../../database/pool.js';
import { Sample } from '../sample.js';
import { Metrics } from './metrics.js';

/** Tables whose rows tell of imports, whoever runs them. */
const tables = ['places', 'categories', 'users', 'follows', 'checkins', 'reviews'];

interface Written {
  table: string;
  operation: string;
  rows: string;
}

/** The use of the connections to PostgreSQL, and what is written to the directory by imports and other programs. */
@Injectable()
export class DatabaseMetrics {
  constructor({ registry }: Metrics, database: DataSource, @InjectBackground() background: DataSource) {
    const registers = [registry];
    const pool = poolOf(database);
    new Gauge({
      name: 'database_pool_connections',
      help: 'Connections to PostgreSQL',
      labelNames: ['state'],
      registers,
      collect() {
        this.set({ state: 'idle' }, pool.idleCount);
        this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      },
    });
    new Gauge({
      name: 'database_pool_waiting',
      help: 'Statements that wait for a connection to PostgreSQL',
      registers,
      collect() {
        this.set(pool.waitingCount);
      },
    });
    new Gauge({ name: 'database_pool_size', help: 'DATABASE_POOL_SIZE', registers }).set(pool.options.max);
    const written = new Sample(() => readWritten(background), { maxAge: 5000, patience: 1000 });
    new Gauge({
      name: 'directory_rows_written',
      help: 'Rows inserted, updated and deleted since the statistics of PostgreSQL began, by imports and others',
      labelNames: ['table', 'operation'],
      registers,
      async collect() {
        this.reset();
        for (const { table, operation, rows } of (await written.value()) ?? []) {
          this.set({ table, operation }, Number(rows));
        }
      },
    });
  }
}

/** PostgreSQL counts by itself, so this costs nothing whatever the size of the tables. */
function readWritten(database: DataSource): Promise<Written[]> {
  return database.query(
    `SELECT relname AS table, operation, rows
     FROM pg_stat_user_tables,
       LATERAL (VALUES ('insert', n_tup_ins), ('update', n_tup_upd), ('delete', n_tup_del)) AS counts (operation, rows)
     WHERE schemaname = current_schema() AND relname = ANY($1)`,
    [tables],
  );
}
