import { randomBytes } from 'node:crypto';
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

/** Makes an empty database with all migrations run. */
export async function createDatabase(): Promise<TestDatabase> {
  const server = process.env.DATABASE_URL;
  if (server === undefined)
    throw new Error('DATABASE_URL is not set: run the tests by `npm test`, which starts the services');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await runSql(server, `CREATE DATABASE ${name}`);
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  const source = await new DataSource(
    dataSourceOptions({ DATABASE_URL: url, DATABASE_POOL_SIZE: 4 }, 'command'),
  ).initialize();
  await source.runMigrations();
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
