import { createHash, randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { runSql } from '../../dev/services/sql.js';
import { dataSourceOptions } from '../../src/database/data-source.js';

/** A database of its own for a test file, on the PostgreSQL that DATABASE_URL names. */
export interface TestDatabase {
  name: string;
  url: string;
  source: DataSource;
  drop(): Promise<void>;
}

/** By server, the database that those of a test file are copies of. */
const templates = new Map<string, Promise<string>>();

/** Makes an empty database with all migrations run. */
export async function createDatabase(): Promise<TestDatabase> {
  const server = process.env.DATABASE_URL;
  if (server === undefined)
    throw new Error('DATABASE_URL is not set: run the tests by `npm test`, which starts the services');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const template = templates.get(server) ?? migratedTemplate(server);
  templates.set(server, template);
  // Copying files takes a fifth of the time of copying pages over the log.
  await runSql(server, `CREATE DATABASE ${name} TEMPLATE ${await template} STRATEGY file_copy`);
  const url = databaseOf(server, name);
  const source = await connect(url);
  return {
    name,
    url,
    source,
    drop: async () => {
      await source.destroy();
      await runSql(server, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

/**
 * Makes a database with all migrations run, unless there is one. To run them in each database would take several times as long.
 *
 * @returns its name, which depends on the migrations
 */
async function migratedTemplate(server: string): Promise<string> {
  const { migrations } = dataSourceOptions({ DATABASE_URL: server, DATABASE_POOL_SIZE: 1 }, 'command');
  const hash = createHash('sha256').update(Object.values(migrations ?? []).join('\n'));
  const template = `template_${hash.digest('hex').slice(0, 12)}`;
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [template]);
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [template]);
    if (rowCount === 0) {
      const draft = `${template}_draft`;
      await client.query(`DROP DATABASE IF EXISTS ${draft}`);
      await client.query(`CREATE DATABASE ${draft}`);
      const source = await connect(databaseOf(server, draft));
      await source.runMigrations();
      await source.destroy();
      await client.query(`ALTER DATABASE ${draft} RENAME TO ${template}`);
    }
  } finally {
    await client.end();
  }
  return template;
}

function databaseOf(server: string, name: string): string {
  return Object.assign(new URL(server), { pathname: `/${name}` }).href;
}

function connect(url: string): Promise<DataSource> {
  return new DataSource(dataSourceOptions({ DATABASE_URL: url, DATABASE_POOL_SIZE: 4 }, 'command')).initialize();
}
