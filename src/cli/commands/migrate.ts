import { setTimeout as delay } from 'node:timers/promises';
import { type Command } from 'commander';
import { type DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';
import { codeOf } from '../failure.js';
import { type Run, type Session } from '../session.js';
import { type Terminal } from '../terminal.js';

/** An advisory lock; the number only has to differ from those of `places/search-index/lifecycle/index-registry.ts`. */
const migrationLock = 731_003;

/**
 * How long a migration waits for a table, and how long it leaves the table alone when it did not get it. Whoever wants to
 * read the table queues behind it meanwhile, for no longer than a request may wait for PostgreSQL; and PostgreSQL sends its own
 * vacuum away only for who has waited for `deadlock_timeout`, which is a second.
 */
const lockTimeout = '1200ms';
const restMs = 4000;

/** What passes: that the lock was not to be had, and that it was in the way of another who waited. */
const passing = ['55P03', '40P01'];

/** `migrate` */
export function addMigrate(program: Command, run: Run): void {
  program
    .command('migrate')
    .description('Brings the tables of the database up to date. Several at once wait for each other.')
    .action(() => run(migrate));
}

async function migrate({ database, terminal }: Session): Promise<void> {
  const runner = database.createQueryRunner();
  try {
    await runner.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    await runner.query(`SET lock_timeout = '${lockTimeout}'`);
    const ran = await runPending(database, runner, terminal);
    for (const name of ran) terminal.print(`Ran ${name}`);
    if (ran.length === 0) terminal.print('The tables are up to date.');
  } finally {
    // The lock goes with the connection, which is closed with the command; the pool may keep it until then.
    await runner.query('SELECT pg_advisory_unlock_all()').catch(() => undefined);
    await runner.release();
  }
}

/** @returns the names of the migrations that were run */
async function runPending(database: DataSource, runner: QueryRunner, terminal: Terminal): Promise<string[]> {
  const executor = new MigrationExecutor(database, runner);
  executor.transaction = 'each';
  const pending = await executor.getPendingMigrations();
  let told: string | undefined;
  for (;;) {
    try {
      // Those that were through at an earlier try are not run again.
      await executor.executePendingMigrations();
      return pending.map(({ name }) => name);
    } catch (error) {
      if (!passing.includes(codeOf(error) ?? '')) throw error;
      const others = await othersAtWork(database);
      if (others !== told) terminal.say(`The migration waits for others to be done with the tables: ${others}.`);
      told = others;
      await delay(restMs);
    }
  }
}

/** Who may hold the tables: transactions that have had a lock on one for longer than a migration waits. */
async function othersAtWork(database: DataSource): Promise<string> {
  // When somebody else's began is only shown to those who may know.
  const others = await database.query<{ name: string; pid: number }[]>(
    `SELECT pid, COALESCE(NULLIF(application_name, ''), backend_type) AS name FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()
       AND COALESCE(xact_start < now() - $1::interval, true)
       AND pid IN (SELECT l.pid FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
                   WHERE l.granted AND c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace)
     ORDER BY xact_start, pid LIMIT 5`,
    [lockTimeout],
  );
  if (others.length === 0) return 'they have ended by now';
  return others.map(({ name, pid }) => `${name} (process ${pid} of PostgreSQL)`).join(', ');
}
