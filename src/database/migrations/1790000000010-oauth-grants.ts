import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * Token families. A family starts with an authorization code (or a password) and continues with refresh tokens. Spent codes
 * and refresh tokens stay, so that a second use is detected and revokes the family.
 *
 * Triggers revoke the access tokens of a revoked family, and of a disabled client or user. That notifies all replicas
 * (`TOKEN_CHANGE`).
 */
export class OAuthGrants1790000000010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(tables);
    await runner.query(triggers);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER users_disabled ON users;
      DROP TRIGGER clients_disabled ON clients;
      DROP FUNCTION revoke_tokens_of_disabled;
      ALTER TABLE access_tokens DROP COLUMN family;
      DROP INDEX access_tokens_expires;
      DROP TABLE attempts, job_runs, refresh_tokens, authorization_codes, token_families;
      DROP FUNCTION revoke_tokens_of_family;
      DROP TRIGGER access_tokens_change ON access_tokens;
      CREATE TRIGGER access_tokens_change AFTER UPDATE OR DELETE ON access_tokens
        FOR EACH ROW EXECUTE FUNCTION notify_token_change();
      ALTER TABLE users DROP COLUMN disabled;
      DELETE FROM clients WHERE public;
      ALTER TABLE clients DROP COLUMN public, ALTER COLUMN secret_hash SET NOT NULL;
    `);
  }
}

const tables = `
  -- A public client (RFC 6749, section 2.1) has no secret.
  ALTER TABLE clients
    ADD COLUMN public boolean NOT NULL DEFAULT false,
    ALTER COLUMN secret_hash DROP NOT NULL,
    ADD CONSTRAINT clients_secret CHECK (public = (secret_hash IS NULL)),
    ADD CONSTRAINT clients_public CHECK (NOT (public AND trusted));
  ALTER TABLE users ADD COLUMN disabled timestamptz(3);

  CREATE TABLE token_families (
    id uuid PRIMARY KEY,
    client_id text COLLATE "C" NOT NULL REFERENCES clients ON DELETE CASCADE,
    user_id text COLLATE "C" NOT NULL REFERENCES users ON DELETE CASCADE,
    created timestamptz(3) NOT NULL DEFAULT now(),
    -- When its last code or token has expired.
    expires timestamptz(3) NOT NULL,
    revoked timestamptz(3)
  );
  CREATE INDEX token_families_client ON token_families (client_id);
  CREATE INDEX token_families_user ON token_families (user_id);
  CREATE INDEX token_families_expires ON token_families (expires);

  CREATE TABLE authorization_codes (
    digest bytea PRIMARY KEY,
    family uuid NOT NULL UNIQUE REFERENCES token_families ON DELETE CASCADE,
    -- As the authorization request named it; null when it named none.
    redirect_uri text,
    scope text[] NOT NULL,
    -- RFC 7636; the method is S256.
    code_challenge text,
    expires timestamptz(3) NOT NULL,
    spent timestamptz(3)
  );

  CREATE TABLE refresh_tokens (
    digest bytea PRIMARY KEY,
    family uuid NOT NULL REFERENCES token_families ON DELETE CASCADE,
    scope text[] NOT NULL,
    expires timestamptz(3) NOT NULL,
    spent timestamptz(3)
  );
  CREATE INDEX refresh_tokens_family ON refresh_tokens (family);
  CREATE INDEX refresh_tokens_expires ON refresh_tokens (expires);

  -- Application tokens and those that nothing can refresh belong to no family.
  ALTER TABLE access_tokens ADD COLUMN family uuid REFERENCES token_families ON DELETE CASCADE;
  CREATE INDEX access_tokens_family ON access_tokens (family);
  CREATE INDEX access_tokens_expires ON access_tokens (expires);

  -- Failed attempts to authenticate; the key is a hash, because people type passwords where names belong.
  CREATE TABLE attempts (
    key bytea PRIMARY KEY,
    failures integer NOT NULL,
    expires timestamptz(3) NOT NULL
  );
  CREATE INDEX attempts_expires ON attempts (expires);

  -- When a job that runs once among all replicas last began.
  CREATE TABLE job_runs (
    name text PRIMARY KEY,
    begun timestamptz(3) NOT NULL
  );
`;

const triggers = `
  -- Nobody holds in memory what expired long ago: that it is cleaned away is no news.
  DROP TRIGGER access_tokens_change ON access_tokens;
  CREATE TRIGGER access_tokens_change AFTER UPDATE OR DELETE ON access_tokens
    FOR EACH ROW WHEN (OLD.expires > now() - interval '10 minutes') EXECUTE FUNCTION notify_token_change();

  CREATE FUNCTION revoke_tokens_of_family() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE access_tokens SET revoked = NEW.revoked WHERE family = NEW.id AND revoked IS NULL;
    RETURN NULL;
  END $$;
  CREATE TRIGGER token_families_revoked AFTER UPDATE OF revoked ON token_families
    FOR EACH ROW WHEN (OLD.revoked IS NULL AND NEW.revoked IS NOT NULL) EXECUTE FUNCTION revoke_tokens_of_family();

  CREATE FUNCTION revoke_tokens_of_disabled() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_TABLE_NAME = 'users' THEN
      UPDATE token_families SET revoked = NEW.disabled WHERE user_id = NEW.id AND revoked IS NULL;
      UPDATE access_tokens SET revoked = NEW.disabled WHERE user_id = NEW.id AND revoked IS NULL;
      -- A token that is issued at this very moment escapes the statements above, but not the next look-up.
      PERFORM pg_notify('token_change', 'all');
    ELSE
      UPDATE token_families SET revoked = NEW.disabled WHERE client_id = NEW.id AND revoked IS NULL;
      UPDATE access_tokens SET revoked = NEW.disabled WHERE client_id = NEW.id AND revoked IS NULL;
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER users_disabled AFTER UPDATE OF disabled ON users
    FOR EACH ROW WHEN (OLD.disabled IS NULL AND NEW.disabled IS NOT NULL) EXECUTE FUNCTION revoke_tokens_of_disabled();
  CREATE TRIGGER clients_disabled AFTER UPDATE OF disabled ON clients
    FOR EACH ROW WHEN (OLD.disabled IS NULL AND NEW.disabled IS NOT NULL) EXECUTE FUNCTION revoke_tokens_of_disabled();
`;
