import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * A new password or client secret ends everything that the old one has opened, as disabling does: sessions, and access and
 * refresh tokens. Replaces the triggers of `OAuthGrants` and `Sessions`, which ended sessions only.
 */
export class ChangedCredentials1790000000071 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER users_disabled ON users;
      DROP TRIGGER users_end_sessions ON users;
      DROP TRIGGER clients_disabled ON clients;
      DROP FUNCTION revoke_tokens_of_disabled;
      DROP FUNCTION end_sessions;

      CREATE FUNCTION end_access() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_TABLE_NAME = 'users' THEN
          -- Sessions first: a code that is being issued has locked its session, so its family is revoked below.
          DELETE FROM sessions WHERE user_id = NEW.id;
          UPDATE token_families SET revoked = now() WHERE user_id = NEW.id AND revoked IS NULL;
          UPDATE access_tokens SET revoked = now() WHERE user_id = NEW.id AND revoked IS NULL;
          -- A token that the command line issues at this very moment escapes the statements above, but not the next look-up.
          PERFORM pg_notify('token_change', 'all');
        ELSE
          UPDATE token_families SET revoked = now() WHERE client_id = NEW.id AND revoked IS NULL;
          UPDATE access_tokens SET revoked = now() WHERE client_id = NEW.id AND revoked IS NULL;
        END IF;
        RETURN NULL;
      END $$;

      -- Waits for sessions and tokens that are being written (FOR KEY SHARE), and makes new ones wait. An update of other columns
      -- does neither.
      CREATE FUNCTION lock_credentials() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_TABLE_NAME = 'users' THEN
          PERFORM FROM users WHERE id = OLD.id FOR UPDATE;
        ELSE
          PERFORM FROM clients WHERE id = OLD.id FOR UPDATE;
        END IF;
        RETURN NEW;
      END $$;

      CREATE TRIGGER users_lock_credentials BEFORE UPDATE OF password_hash, disabled ON users
        FOR EACH ROW WHEN (OLD.password_hash IS DISTINCT FROM NEW.password_hash
                           OR (OLD.disabled IS NULL AND NEW.disabled IS NOT NULL))
        EXECUTE FUNCTION lock_credentials();
      CREATE TRIGGER clients_lock_credentials BEFORE UPDATE OF secret_hash, disabled ON clients
        FOR EACH ROW WHEN (OLD.secret_hash IS DISTINCT FROM NEW.secret_hash
                           OR (OLD.disabled IS NULL AND NEW.disabled IS NOT NULL))
        EXECUTE FUNCTION lock_credentials();
      CREATE TRIGGER users_end_access AFTER UPDATE OF password_hash, disabled ON users
        FOR EACH ROW WHEN (OLD.password_hash IS DISTINCT FROM NEW.password_hash
                           OR (OLD.disabled IS NULL AND NEW.disabled IS NOT NULL))
        EXECUTE FUNCTION end_access();
      CREATE TRIGGER clients_end_access AFTER UPDATE OF secret_hash, disabled ON clients
        FOR EACH ROW WHEN (OLD.secret_hash IS DISTINCT FROM NEW.secret_hash
                           OR (OLD.disabled IS NULL AND NEW.disabled IS NOT NULL))
        EXECUTE FUNCTION end_access();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER users_end_access ON users;
      DROP TRIGGER clients_end_access ON clients;
      DROP TRIGGER users_lock_credentials ON users;
      DROP TRIGGER clients_lock_credentials ON clients;
      DROP FUNCTION end_access, lock_credentials;

      CREATE FUNCTION end_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        DELETE FROM sessions WHERE user_id = NEW.id;
        RETURN NULL;
      END $$;
      CREATE FUNCTION revoke_tokens_of_disabled() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_TABLE_NAME = 'users' THEN
          UPDATE token_families SET revoked = NEW.disabled WHERE user_id = NEW.id AND revoked IS NULL;
          UPDATE access_tokens SET revoked = NEW.disabled WHERE user_id = NEW.id AND revoked IS NULL;
          PERFORM pg_notify('token_change', 'all');
        ELSE
          UPDATE token_families SET revoked = NEW.disabled WHERE client_id = NEW.id AND revoked IS NULL;
          UPDATE access_tokens SET revoked = NEW.disabled WHERE client_id = NEW.id AND revoked IS NULL;
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER users_end_sessions AFTER UPDATE OF password_hash, disabled ON users
        FOR EACH ROW WHEN (OLD.password_hash IS DISTINCT FROM NEW.password_hash OR NEW.disabled IS NOT NULL)
        EXECUTE FUNCTION end_sessions();
      CREATE TRIGGER users_disabled AFTER UPDATE OF disabled ON users
        FOR EACH ROW WHEN (OLD.disabled IS NULL AND NEW.disabled IS NOT NULL) EXECUTE FUNCTION revoke_tokens_of_disabled();
      CREATE TRIGGER clients_disabled AFTER UPDATE OF disabled ON clients
        FOR EACH ROW WHEN (OLD.disabled IS NULL AND NEW.disabled IS NOT NULL) EXECUTE FUNCTION revoke_tokens_of_disabled();
    `);
  }
}
