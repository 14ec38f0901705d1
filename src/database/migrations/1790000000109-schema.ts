import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * The schema that all migrations begin with. Databases of development versions have it by the name of their last migration, but for
 * triggers of `place_changes`, which call other functions there: a migration that changes these drops them by `IF EXISTS`.
 */
export class Schema1790000000109 implements MigrationInterface {
  readonly name = 'Quotas1790000000109';

  /** @throws Error if the database is one of an earlier development version */
  async up(runner: QueryRunner): Promise<void> {
    if (await runner.hasTable('users'))
      throw new Error(
        'The database has tables of an earlier development version, which cannot be upgraded: import its data into an empty database.',
      );
    await runner.query(readFileSync(join(__dirname, '../schema.sql'), 'utf8'));
  }

  /** @throws Error always: there is no earlier schema */
  down(): Promise<void> {
    return Promise.reject(new Error('The schema cannot be reverted: drop the database instead.'));
  }
}
