import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * Clients and their access tokens. A trigger notifies all replicas (`TOKEN_CHANGE`) of each revoked token, whichever program
 * revokes it, so that no replica accepts it from its cache.
 */
export class ClientsAndTokens1790000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE clients (
        id text COLLATE "C" PRIMARY KEY,
        name text NOT NULL,
        secret_hash text NOT NULL,
        trusted boolean NOT NULL DEFAULT false,
        grants text[] NOT NULL,
        redirect_uris text[] NOT NULL DEFAULT '{}',
        created timestamptz(3) NOT NULL DEFAULT now(),
        disabled timestamptz(3)
      );
      CREATE TABLE access_tokens (
        digest bytea PRIMARY KEY,
        client_id text COLLATE "C" NOT NULL REFERENCES clients ON DELETE CASCADE,
        user_id text COLLATE "C" REFERENCES users ON DELETE CASCADE,
        scope text[] NOT NULL,
        created timestamptz(3) NOT NULL DEFAULT now(),
        expires timestamptz(3) NOT NULL,
        revoked timestamptz(3)
      );
      CREATE INDEX access_tokens_client ON access_tokens (client_id);
      CREATE INDEX access_tokens_user ON access_tokens (user_id);

      CREATE FUNCTION notify_token_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_notify('token_change', encode(OLD.digest, 'hex'));
        RETURN NULL;
      END $$;
      CREATE TRIGGER access_tokens_change AFTER UPDATE OR DELETE ON access_tokens
        FOR EACH ROW EXECUTE FUNCTION notify_token_change();

      CREATE FUNCTION notify_client_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_notify('token_change', 'all');
        RETURN NULL;
      END $$;
      CREATE TRIGGER clients_change AFTER UPDATE OR DELETE OR TRUNCATE ON clients
        FOR EACH STATEMENT EXECUTE FUNCTION notify_client_change();
      CREATE TRIGGER access_tokens_truncate AFTER TRUNCATE ON access_tokens
        FOR EACH STATEMENT EXECUTE FUNCTION notify_client_change();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE access_tokens, clients;
      DROP FUNCTION notify_token_change, notify_client_change;
    `);
  }
}
