import { setTimeout as delay } from 'node:timers/promises';
import { type DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';
import { pendingMigrations } from '../../database/pending-migrations.js';
import { recordAction } from '../audit.js';
import { errorCode } from '../command-error.js';
import { type CommandContext } from '../command-context.js';
import { type CommandRow } from '../command-table.js';
import { type Terminal } from '../terminal.js';

/** Key of an advisory lock. It must differ from the keys in `places/search-index/registry.ts`. */
const migrationLock = 731_003;

/**
 * How long a migration waits for a table lock. Readers queue behind a waiting migration, so this is shorter than the statement
 * timeout of requests. It is longer than `deadlock_timeout` (1 s), after which PostgreSQL cancels a blocking autovacuum.
 */
const lockTimeout = '1200ms';
const retryDelayMs = 4000;

/** SQLSTATE of a lock timeout and of a deadlock. */
const retryableCodes = ['55P03', '40P01'];

export const command: CommandRow = {
  name: 'migrate',
  description: 'Runs pending migrations. Concurrent runs wait for each other.',
  examples: ['migrate'],
  runOptions: () => ({ usesIndex: false }),
  work: migrate,
};

async function migrate(context: CommandContext): Promise<void> {
  const { database, terminal } = context;
  const runner = database.createQueryRunner();
  try {
    await runner.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    await runner.query(`SET lock_timeout = '${lockTimeout}'`);
    const ran = await runPending(database, runner, terminal);
    if (ran.length > 0) await recordAction(context, 'migrate', undefined, { migrations: ran });
    const lines = ran.length === 0 ? ['The schema is up to date.'] : ran.map((name) => `Ran ${name}`);
    context.print({ migrations: ran }, lines.join('\n'));
  } finally {
    // The pool may keep the connection, and with it the lock.
    await runner.query('SELECT pg_advisory_unlock_all()').catch(() => undefined);
    await runner.release();
  }
}

/** @returns the names of the migrations that were run */
async function runPending(database: DataSource, runner: QueryRunner, terminal: Terminal): Promise<string[]> {
  const executor = new MigrationExecutor(database, runner);
  executor.transaction = 'each';
  const pending = await pendingMigrations(database, runner);
  let reported: string | undefined;
  for (;;) {
    try {
      // Migrations that succeeded in an earlier attempt are not run again.
      await executor.executePendingMigrations();
      return pending.map(({ name }) => name);
    } catch (error) {
      if (!retryableCodes.includes(errorCode(error) ?? '')) throw error;
      const holders = await lockHolders(database);
      if (holders !== reported) terminal.log(`The migration waits for a table lock, held by ${holders}.`);
      reported = holders;
      await delay(retryDelayMs);
    }
  }
}

/** Sessions with table locks whose transactions have run longer than a migration waits. */
async function lockHolders(database: DataSource): Promise<string> {
  // `xact_start` of other roles is null without the role pg_read_all_stats.
  const others = await database.query<{ name: string; pid: number }[]>(
    `SELECT pid, COALESCE(NULLIF(application_name, ''), backend_type) AS name FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()
       AND COALESCE(xact_start < now() - $1::interval, true)
       AND pid IN (SELECT l.pid FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
                   WHERE l.granted AND c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace)
     ORDER BY xact_start, pid LIMIT 5`,
    [lockTimeout],
  );
  if (others.length === 0) return 'sessions that have ended by now';
  return others.map(({ name, pid }) => `${name} (PostgreSQL process ${pid})`).join(', ');
}
