import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Sign-in sessions of browsers. A trigger ends them when the password changes or the user is disabled. */
export class Sessions1790000000011 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE sessions (
        digest bytea PRIMARY KEY,
        user_id text COLLATE "C" NOT NULL REFERENCES users ON DELETE CASCADE,
        created timestamptz(3) NOT NULL DEFAULT now(),
        expires timestamptz(3) NOT NULL
      );
      CREATE INDEX sessions_user ON sessions (user_id);
      CREATE INDEX sessions_expires ON sessions (expires);

      CREATE FUNCTION end_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        DELETE FROM sessions WHERE user_id = NEW.id;
        RETURN NULL;
      END $$;
      CREATE TRIGGER users_end_sessions AFTER UPDATE OF password_hash, disabled ON users
        FOR EACH ROW WHEN (OLD.password_hash IS DISTINCT FROM NEW.password_hash OR NEW.disabled IS NOT NULL)
        EXECUTE FUNCTION end_sessions();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER users_end_sessions ON users;
      DROP FUNCTION end_sessions;
      DROP TABLE sessions;
    `);
  }
}
