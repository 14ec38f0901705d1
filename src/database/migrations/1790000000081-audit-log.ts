import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Who did what and when: administration and sign-ins. `Cleanup` deletes expired entries. */
export class AuditLog1790000000081 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE audit_log (
        id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
        created timestamptz(3) NOT NULL DEFAULT now(),
        -- operator:NAME, client:ID, user:ID or browser
        actor text COLLATE "C" NOT NULL,
        action text COLLATE "C" NOT NULL,
        -- client:ID, user:ID, place:ID
        subject text COLLATE "C",
        details jsonb NOT NULL DEFAULT '{}',
        expires timestamptz(3) NOT NULL
      );
      CREATE INDEX audit_log_expires ON audit_log (expires);
      CREATE INDEX audit_log_actor ON audit_log (actor);
      CREATE INDEX audit_log_subject ON audit_log (subject);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE audit_log');
  }
}
