import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * Names the table of dead letters, and its column, by what they hold. Replicas of the version before continue during an upgrade:
 * the view `place_refusals` lets them read and write the table by its old name, with the rights that they have on it. A later
 * version drops the view.
 */
export class DeadLetters1790000000093 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE place_refusals RENAME TO dead_letters;
      ALTER TABLE dead_letters RENAME COLUMN refused TO rejected;
      ALTER TABLE dead_letters RENAME CONSTRAINT place_refusals_pkey TO dead_letters_pkey;

      CREATE VIEW place_refusals AS SELECT place_id, reason, rejected AS refused FROM dead_letters;
      DO $$
      DECLARE held record;
      BEGIN
        FOR held IN
          SELECT privilege_type AS privilege, CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END AS role
          FROM pg_class, aclexplode(relacl)
          WHERE pg_class.oid = 'dead_letters'::regclass AND privilege_type IN ('SELECT', 'INSERT', 'UPDATE', 'DELETE')
        LOOP
          EXECUTE format('GRANT %s ON place_refusals TO %s', held.privilege, held.role);
        END LOOP;
      END $$;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP VIEW place_refusals;
      ALTER TABLE dead_letters RENAME CONSTRAINT dead_letters_pkey TO place_refusals_pkey;
      ALTER TABLE dead_letters RENAME COLUMN rejected TO refused;
      ALTER TABLE dead_letters RENAME TO place_refusals;
    `);
  }
}
