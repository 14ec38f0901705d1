import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * Lets a client have two secrets for a while, a quota of its own, and be first-party. A secret that replaces another with an
 * overlap does not end access; `ChangedCredentials` ended it with each new secret.
 */
export class ClientAdministration1790000000080 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE clients
        ADD COLUMN previous_secret_hash text,
        ADD COLUMN previous_secret_expires timestamptz(3),
        -- REQUESTS/SECONDS
        ADD COLUMN quota text,
        ADD COLUMN first_party boolean NOT NULL DEFAULT false,
        ADD CONSTRAINT clients_previous_secret CHECK ((previous_secret_hash IS NULL) = (previous_secret_expires IS NULL)),
        ADD CONSTRAINT clients_first_party CHECK (NOT (public AND first_party));

      -- A secret that replaces another without an overlap also ends an overlap before it.
      CREATE FUNCTION end_secret_overlap() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.previous_secret_hash := NULL;
        NEW.previous_secret_expires := NULL;
        RETURN NEW;
      END $$;
      CREATE TRIGGER clients_end_overlap BEFORE UPDATE OF secret_hash ON clients
        FOR EACH ROW WHEN (OLD.secret_hash IS DISTINCT FROM NEW.secret_hash
                           AND NEW.previous_secret_hash IS DISTINCT FROM OLD.secret_hash)
        EXECUTE FUNCTION end_secret_overlap();

      DROP TRIGGER clients_end_access ON clients;
      CREATE TRIGGER clients_end_access AFTER UPDATE OF secret_hash, disabled ON clients
        FOR EACH ROW WHEN ((OLD.secret_hash IS DISTINCT FROM NEW.secret_hash
                            AND NEW.previous_secret_hash IS DISTINCT FROM OLD.secret_hash)
                           OR (OLD.disabled IS NULL AND NEW.disabled IS NOT NULL))
        EXECUTE FUNCTION end_access();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER clients_end_access ON clients;
      DROP TRIGGER clients_end_overlap ON clients;
      DROP FUNCTION end_secret_overlap;
      ALTER TABLE clients
        DROP COLUMN previous_secret_hash, DROP COLUMN previous_secret_expires, DROP COLUMN quota, DROP COLUMN first_party;
      CREATE TRIGGER clients_end_access AFTER UPDATE OF secret_hash, disabled ON clients
        FOR EACH ROW WHEN (OLD.secret_hash IS DISTINCT FROM NEW.secret_hash
                           OR (OLD.disabled IS NULL AND NEW.disabled IS NOT NULL))
        EXECUTE FUNCTION end_access();
    `);
  }
}
