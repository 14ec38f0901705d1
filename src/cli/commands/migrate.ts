import { type Command } from 'commander';
import { MigrationExecutor } from 'typeorm';
import { type Run, type Session } from '../session.js';

/** An advisory lock; the number only has to differ from those of `places/index/index.register.ts`. */
const migrationLock = 731_003;

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
    const executor = new MigrationExecutor(database, runner);
    executor.transaction = 'each';
    const migrations = await executor.executePendingMigrations();
    for (const { name } of migrations) terminal.print(`Ran ${name}`);
    if (migrations.length === 0) terminal.print('The tables are up to date.');
  } finally {
    // The lock goes with the connection, which is closed with the command; the pool may keep it until then.
    await runner.query('SELECT pg_advisory_unlock_all()').catch(() => undefined);
    await runner.release();
  }
}
