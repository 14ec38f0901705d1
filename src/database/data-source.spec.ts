import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { dataSourceOptions } from './data-source.js';

describe('the settings of the data source', () => {
  it('have one class for each migration file, and no glob, which fails in a folder such as "directory (1)"', () => {
    const environment = { DATABASE_URL: 'postgres://localhost', DATABASE_POOL_SIZE: 1 };
    const migrations = Object.values(dataSourceOptions(environment, 'command').migrations ?? {});
    expect(migrations.map((migration) => typeof migration)).toEqual(
      readdirSync(join(__dirname, 'migrations')).map(() => 'function'),
    );
  });
});
