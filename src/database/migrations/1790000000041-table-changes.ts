import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** As of this migration. `notifyingTables` in `database/channels.ts` is the list in force. */
const tables = ['users', 'follows', 'checkins', 'reviews', 'places', 'place_categories', 'categories', 'subcategories'];

/**
 * Notifies the channel `TABLE_CHANGE` (`database/channels.ts`) of every change, once for each table and transaction. The
 * response cache listens.
 */
export class TableChanges1790000000041 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION tell_table_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_notify('table_change', TG_TABLE_NAME);
        RETURN NULL;
      END $$;
    `);
    for (const table of tables) {
      await runner.query(`
        CREATE TRIGGER tell_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON ${table}
          FOR EACH STATEMENT EXECUTE FUNCTION tell_table_change()
      `);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of tables) await runner.query(`DROP TRIGGER tell_change ON ${table}`);
    await runner.query('DROP FUNCTION tell_table_change()');
  }
}
