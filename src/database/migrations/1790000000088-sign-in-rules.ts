import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * The parameters of the hashes of passwords, to be found with one look-up for each kind, and a hash that a sign-in renews: it
 * does not end access, as another password does (`ChangedCredentials`). And which clients need not use PKCE.
 */
export class SignInRules1790000000088 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- NULL for other hashes, which cannot be compared.
      CREATE FUNCTION hash_parameters(hash text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
        $$ SELECT substring(hash FROM '^([$]argon2[a-z]*[$](?:v=[0-9]+[$])?m=[0-9]+,t=[0-9]+,p=[0-9]+)[$]') $$;
      CREATE INDEX users_hash_parameters ON users ((hash_parameters(password_hash) COLLATE "C"));

      -- SHA-256 of the hash that the last sign-in renewed. Another import of that hash changes nothing.
      ALTER TABLE users ADD COLUMN password_renewed_from bytea;

      CREATE FUNCTION forget_renewal() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.password_renewed_from := NULL;
        RETURN NEW;
      END $$;
      CREATE TRIGGER users_forget_renewal BEFORE UPDATE OF password_hash ON users
        FOR EACH ROW WHEN (OLD.password_hash IS DISTINCT FROM NEW.password_hash AND NEW.password_renewed_from IS NOT NULL
                           AND NEW.password_renewed_from IS DISTINCT FROM sha256(convert_to(OLD.password_hash, 'UTF8')))
        EXECUTE FUNCTION forget_renewal();

      DROP TRIGGER users_end_access ON users;
      CREATE TRIGGER users_end_access AFTER UPDATE OF password_hash, disabled ON users
        FOR EACH ROW WHEN ((OLD.password_hash IS DISTINCT FROM NEW.password_hash
                            AND (NEW.password_renewed_from = sha256(convert_to(OLD.password_hash, 'UTF8'))) IS NOT TRUE)
                           OR (OLD.disabled IS NULL AND NEW.disabled IS NOT NULL))
        EXECUTE FUNCTION end_access();

      ALTER TABLE clients
        ADD COLUMN pkce boolean NOT NULL DEFAULT true,
        ADD CONSTRAINT clients_pkce CHECK (pkce OR NOT public);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE clients DROP COLUMN pkce;
      DROP TRIGGER users_end_access ON users;
      DROP TRIGGER users_forget_renewal ON users;
      DROP FUNCTION forget_renewal;
      ALTER TABLE users DROP COLUMN password_renewed_from;
      DROP INDEX users_hash_parameters;
      DROP FUNCTION hash_parameters;
      CREATE TRIGGER users_end_access AFTER UPDATE OF password_hash, disabled ON users
        FOR EACH ROW WHEN (OLD.password_hash IS DISTINCT FROM NEW.password_hash
                           OR (OLD.disabled IS NULL AND NEW.disabled IS NOT NULL))
        EXECUTE FUNCTION end_access();
    `);
  }
}
