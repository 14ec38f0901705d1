import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** The areas of addresses that lie in other areas than they name (`places/areas/area-ids.ts`). The service computes them. */
export class JoinedAreas1790000000105 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE joined_areas (
        -- Country, state, city and district, one in each line.
        address text COLLATE "C" PRIMARY KEY,
        -- The smallest first.
        ids text[] NOT NULL
      );
      CREATE TRIGGER tell_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON joined_areas
        FOR EACH STATEMENT EXECUTE FUNCTION notify_table_change();
      -- Computed anew with the next areas.
      UPDATE area_runs SET changes = -1, repeated = false;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE joined_areas');
  }
}
