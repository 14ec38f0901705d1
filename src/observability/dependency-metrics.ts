import { Injectable } from '@nestjs/common';
import { Histogram } from 'prom-client';
import { DataSource } from 'typeorm';
import { InjectBackground } from '../database/data-source.js';
import { poolOf } from '../database/connect.js';
import { FairReads } from '../database/read-database.js';
import { Sample, Readiness } from './health.js';
import { Metrics } from './metrics.js';
import { ElasticsearchHealth } from '../places/elasticsearch/health.js';
import { ElasticsearchSearcher } from '../places/elasticsearch/searcher.js';
import { IndexInspector } from '../places/search-index/inspect.js';
import { SyncLagMeter } from '../places/search-index/relay.js';

/** Metrics of the connection pool and of lists that wait for it. */
@Injectable()
export class DatabaseMetrics {
  constructor(metrics: Metrics, database: DataSource, fairReads: FairReads) {
    const pool = poolOf(database);
    metrics.gauge(
      'database_pool_connections',
      'Connections to PostgreSQL by state (idle, busy)',
      () => ({ idle: pool.idleCount, busy: pool.totalCount - pool.idleCount }),
      'state',
    );
    const waiting = 'Statements that wait for a connection to PostgreSQL';
    metrics.gauge('database_pool_waiting', waiting, () => pool.waitingCount);
    const lists = 'Lists by state (running, waiting for those of others)';
    const stateOfLists = () => {
      const { running, waiting } = fairReads.state;
      return { running, waiting };
    };
    metrics.gauge('list_bulkhead', lists, stateOfLists, 'state');
    const size = 'Maximum number of connections (DATABASE_POOL_SIZE)';
    metrics.gauge('database_pool_size', size, () => pool.options.max);
  }
}

/** Prometheus scrapes every replica, and each reads the same database. */
const limits = { maxAgeMs: 5000, timeoutMs: 1000 };

/** The tables that imports write to. */
const tables = ['places', 'categories', 'users', 'follows', 'checkins', 'reviews'];

type RowCount = Record<'table' | 'operation' | 'rows', string>;

/** Metrics of the rows that imports and other programs write. */
@Injectable()
export class RowMetrics {
  constructor(metrics: Metrics, @InjectBackground() database: DataSource) {
    const rowCounts = new Sample(() => readRowCounts(database), limits);
    const help = 'Rows inserted, updated and deleted by any program since the statistics of PostgreSQL were reset';
    const read = async () => (await rowCounts.value())?.map(({ rows, ...labels }) => [labels, Number(rows)] as const);
    metrics.gauge('directory_rows_written', help, read, 'table', 'operation');
  }
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

/** Metrics of requests to Elasticsearch, of the circuit breaker and of the bulkhead in front of it. */
@Injectable()
export class SearchMetrics {
  constructor(metrics: Metrics, health: ElasticsearchHealth, searcher: ElasticsearchSearcher) {
    const durations = new Histogram({
      name: 'elasticsearch_request_duration_seconds',
      help: 'Requests to Elasticsearch by API and outcome (ok, rejected, failed, timeout, unreachable, aborted)',
      labelNames: ['api', 'outcome'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 30],
      registers: [metrics.registry],
    });
    health.observe(({ api, outcome, seconds }) => {
      durations.observe({ api, outcome }, seconds);
    });
    const circuit = '1 while searches fail at once, because Elasticsearch failed';
    metrics.gauge('search_circuit_open', circuit, () => (health.state === 'away' ? 1 : 0));
    metrics.gauge(
      'search_bulkhead',
      'The cost of the searches that run in Elasticsearch (running), and the number of those that wait (waiting)',
      () => ({ running: searcher.load.running, waiting: searcher.load.waiting }),
      'state',
    );
    const shed = 'Searches shed: too many waited, they waited too long, or the circuit opened';
    metrics.counter('search_shed_total', shed, () => searcher.load.rejected);
  }
}

/** Changes and dead letters are counted up to this number, because an import can leave millions of changes pending. */
const countLimit = 100_000;

/** Metrics of the search index and its sync with PostgreSQL. A value that cannot be read is absent, not 0. */
@Injectable()
export class IndexMetrics {
  constructor(metrics: Metrics, lagMeter: SyncLagMeter, inspector: IndexInspector) {
    const lag = new Sample(() => lagMeter.measure(countLimit), limits);
    const live = new Sample(() => inspector.describeLive(), { ...limits, maxAgeMs: 30_000 });
    const pending = 'Changes of places that are not indexed yet, counted up to 100,000';
    metrics.gauge('index_pending_changes', pending, async () => (await lag.value())?.pendingChanges);
    const age = 'Age of the oldest change of a place that is not indexed yet';
    metrics.gauge('index_lag_seconds', age, async () => (await lag.value())?.seconds);
    const rejected = 'Places that Elasticsearch rejected, counted up to 100,000';
    metrics.gauge('index_dead_letters', rejected, async () => (await lag.value())?.deadLetters);
    metrics.gauge('index_documents', 'Places in the live index', async () => (await live.value())?.documents);
    const help =
      '1 for the live index, with its mapping; current: whether it is the mapping of this version of the service';
    const info = async () => {
      const index = await live.value();
      if (!index) return undefined;
      return [[{ index: index.name, mapping: index.mappingVersion, current: String(index.isCurrent) }, 1]] as const;
    };
    metrics.gauge('index_info', help, info, 'index', 'mapping', 'current');
  }
}

/** Whether PostgreSQL and Elasticsearch respond. Without PostgreSQL a replica gets no requests, so no request fails. */
@Injectable()
export class HealthMetrics {
  constructor(metrics: Metrics, readiness: Readiness) {
    const up = async () => {
      const { postgresql, elasticsearch } = await readiness.check();
      return { postgresql: postgresql === 'up' ? 1 : 0, elasticsearch: elasticsearch === 'up' ? 1 : 0 };
    };
    metrics.gauge('dependency_up', '1 if the dependency (postgresql, elasticsearch) responds', up, 'dependency');
  }
}
