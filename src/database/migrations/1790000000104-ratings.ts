import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * Ratings go from 0 to 5, as in the API. Greater ones stay until their rows are changed: only their owner knows by what to divide them
 * (docs/operations/upgrade.md).
 */
export class Ratings1790000000104 implements MigrationInterface {
  up(runner: QueryRunner): Promise<void> {
    return this.limitRatings(runner, 5);
  }

  down(runner: QueryRunner): Promise<void> {
    return this.limitRatings(runner, 10);
  }

  private async limitRatings(runner: QueryRunner, max: number): Promise<void> {
    for (const table of ['places', 'reviews'])
      await runner.query(`
        ALTER TABLE ${table} DROP CONSTRAINT ${table}_rating_check,
          ADD CONSTRAINT ${table}_rating_check CHECK (rating >= 0 AND rating <= ${max}) NOT VALID;
      `);
  }
}
