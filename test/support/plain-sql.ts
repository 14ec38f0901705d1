import { spawnSync } from 'node:child_process';
import { Client } from 'pg';

/**
 * Runs statements as somebody would at a terminal: through `psql`, and where that is not installed (the embedded
 * PostgreSQL brings none) by the same simple protocol.
 */
export async function runSql(url: string, statements: string): Promise<void> {
  const psql = spawnSync('psql', [url, '--no-psqlrc', '--quiet', '--set', 'ON_ERROR_STOP=1'], {
    input: statements,
    encoding: 'utf8',
  });
  if (psql.error === undefined) {
    if (psql.status !== 0) throw new Error(`psql: ${psql.stderr}`);
    return;
  }
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statements);
  } finally {
    await client.end();
  }
}
