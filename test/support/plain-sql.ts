import { spawnSync } from 'node:child_process';
import { runSql } from '../../dev/services/sql.js';

/** Runs statements through `psql` or, if it is not installed, by the same simple protocol. */
export async function runPsql(url: string, statements: string): Promise<void> {
  const psql = spawnSync('psql', [url, '--no-psqlrc', '--quiet', '--set', 'ON_ERROR_STOP=1'], {
    input: statements,
    encoding: 'utf8',
  });
  if (psql.error === undefined) {
    if (psql.status !== 0) throw new Error(`psql: ${psql.stderr}`);
    return;
  }
  await runSql(url, statements);
}
