import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from './data-source.js';

const folder = join(__dirname, 'migrations');

describe('the settings of the data source', () => {
  it('have the class of each migration file, in their order, and no glob, which fails in a folder such as "directory (1)"', () => {
    const files = readdirSync(folder).sort();
    const classes = files.map((file) => /^export class (\w+) /m.exec(readFileSync(join(folder, file), 'utf8'))?.[1]);
    const options = dataSourceOptions({ DATABASE_URL: 'postgres://localhost', DATABASE_POOL_SIZE: 1 }, 'command');
    const migrations = options.migrations as { name: string }[];
    expect(migrations.map(({ name }) => name)).toEqual(classes);
    // TypeORM runs them by the numbers in their names.
    expect(files.map((file, at) => classes[at]?.endsWith(file.split('-')[0] ?? '?'))).toEqual(files.map(() => true));
    expect(new DataSource(options).options.migrations).toBe(options.migrations);
  });
});
