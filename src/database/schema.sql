-- The schema of PostgreSQL before the migrations in `migrations/`. `migrate` runs this file on an empty database.
--
-- Identifiers are compared and ordered by code point (`COLLATE "C"`), which is the order of lists in the API. Times have a precision of
-- milliseconds, as in the API.

-- The system of record. `added_by` and `changed_by` are runs of `import`, so that a run can be undone (`import_runs`).

-- The parameters of the hash of a password; NULL for other hashes, which cannot be compared.
CREATE FUNCTION hash_parameters(hash text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
  $$ SELECT substring(hash FROM '^([$]argon2[a-z]*[$](?:v=[0-9]+[$])?m=[0-9]+,t=[0-9]+,p=[0-9]+)[$]') $$;

CREATE TABLE users (
  id text COLLATE "C" PRIMARY KEY,
  name text NOT NULL,
  email text,
  password_hash text,
  birth date,
  gender text,
  photo_small text,
  photo_medium text,
  photo_large text,
  photo_original text,
  reviews integer NOT NULL DEFAULT 0,
  places integer NOT NULL DEFAULT 0,
  photos integer NOT NULL DEFAULT 0,
  checkins integer NOT NULL DEFAULT 0,
  disabled timestamptz(3),
  -- SHA-256 of the hash that the last sign-in renewed. Another import of that hash changes nothing.
  password_renewed_from bytea,
  added_by bigint,
  changed_by bigint
);
CREATE UNIQUE INDEX users_email ON users (lower(email));
-- Finds the kinds of hashes with one look-up for each.
CREATE INDEX users_hash_parameters ON users ((hash_parameters(password_hash) COLLATE "C"));

CREATE TABLE follows (
  follower_id text COLLATE "C" NOT NULL REFERENCES users ON DELETE CASCADE,
  following_id text COLLATE "C" NOT NULL REFERENCES users ON DELETE CASCADE,
  created timestamptz(3) NOT NULL,
  added_by bigint,
  changed_by bigint,
  PRIMARY KEY (follower_id, following_id)
);
CREATE INDEX follows_following ON follows (follower_id, created DESC, following_id);
CREATE INDEX follows_followers ON follows (following_id, created DESC, follower_id);

CREATE TABLE categories (
  id text COLLATE "C" PRIMARY KEY,
  name text NOT NULL,
  added_by bigint,
  changed_by bigint
);
CREATE TABLE subcategories (
  category_id text COLLATE "C" NOT NULL REFERENCES categories ON DELETE CASCADE,
  id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  added_by bigint,
  changed_by bigint,
  PRIMARY KEY (category_id, id)
);

-- Where the data of places come from, with the licence and the attribution of each source (ADR 7).
CREATE TABLE sources (
  name text COLLATE "C" PRIMARY KEY,
  license text,
  attribution text,
  added_by bigint,
  changed_by bigint
);

CREATE TABLE places (
  -- Elasticsearch takes identifiers of up to 512 bytes.
  id text COLLATE "C" PRIMARY KEY CHECK (octet_length(id) BETWEEN 1 AND 512),
  name text NOT NULL,
  phones text[] NOT NULL DEFAULT '{}',
  url_service text,
  country text,
  state text,
  city text,
  district text,
  street text,
  number text,
  zipcode text,
  lat numeric CHECK (lat BETWEEN -90 AND 90),
  lng numeric CHECK (lng BETWEEN -180 AND 180),
  pageviews bigint CHECK (pageviews >= 0),
  rating numeric CHECK (rating BETWEEN 0 AND 5),
  reviews bigint CHECK (reviews >= 0),
  checkins bigint CHECK (checkins >= 0),
  photos bigint CHECK (photos >= 0),
  featured_photo text,
  place_lists text[] NOT NULL DEFAULT '{}',
  utilities jsonb NOT NULL DEFAULT '[]',
  opening_hours text,
  source text COLLATE "C" REFERENCES sources (name),
  added_by bigint,
  changed_by bigint,
  -- Further names, with their languages. NULL means none.
  names jsonb,
  brand text,
  CHECK ((lat IS NULL) = (lng IS NULL)),
  CONSTRAINT places_names_text CHECK (
    CASE jsonb_typeof(names)
      WHEN 'array' THEN names = jsonb_path_query_array(names, 'strict $[*] ? (@.text.type() == "string")')
      ELSE names IS NULL
    END),
  -- A list of ids and names. NOT NULL accepts the JSON value null, which readers cannot handle.
  CONSTRAINT places_utilities_named CHECK (CASE jsonb_typeof(utilities) WHEN 'array' THEN utilities =
    jsonb_path_query_array(utilities, 'strict $[*] ? (@.id.type() == "string" && @.name.type() == "string")')
    ELSE false END)
);
CREATE TABLE place_categories (
  place_id text COLLATE "C" NOT NULL REFERENCES places ON DELETE CASCADE,
  position smallint NOT NULL,
  category_id text COLLATE "C" NOT NULL REFERENCES categories,
  subcategory_id text COLLATE "C",
  PRIMARY KEY (place_id, position),
  FOREIGN KEY (category_id, subcategory_id) REFERENCES subcategories
);
CREATE INDEX place_categories_category ON place_categories (category_id, subcategory_id);

CREATE TABLE checkins (
  id text COLLATE "C" PRIMARY KEY,
  user_id text COLLATE "C" NOT NULL REFERENCES users ON DELETE CASCADE,
  place_id text COLLATE "C" NOT NULL REFERENCES places ON DELETE CASCADE,
  source text,
  created timestamptz(3) NOT NULL,
  added_by bigint,
  changed_by bigint
);
CREATE INDEX checkins_user ON checkins (user_id, created DESC, id);
CREATE INDEX checkins_place ON checkins (place_id, created DESC, id);

CREATE TABLE reviews (
  id text COLLATE "C" PRIMARY KEY,
  user_id text COLLATE "C" NOT NULL REFERENCES users ON DELETE CASCADE,
  place_id text COLLATE "C" NOT NULL REFERENCES places ON DELETE CASCADE,
  text text,
  source text,
  rating numeric CHECK (rating BETWEEN 0 AND 5),
  thumbs_up integer CHECK (thumbs_up >= 0),
  created timestamptz(3) NOT NULL,
  added_by bigint,
  changed_by bigint
);
CREATE INDEX reviews_user ON reviews (user_id, created DESC, id);
CREATE INDEX reviews_place ON reviews (place_id, created DESC, id);

-- Clients and access tokens. A trigger notifies all replicas (`TOKEN_CHANGE`) of each revoked token, whichever program revokes it, so
-- that no replica accepts it from its cache.

CREATE TABLE clients (
  id text COLLATE "C" PRIMARY KEY,
  name text NOT NULL,
  secret_hash text,
  trusted boolean NOT NULL DEFAULT false,
  grants text[] NOT NULL,
  redirect_uris text[] NOT NULL DEFAULT '{}',
  created timestamptz(3) NOT NULL DEFAULT now(),
  disabled timestamptz(3),
  -- A public client (RFC 6749, section 2.1) has no secret.
  public boolean NOT NULL DEFAULT false,
  previous_secret_hash text,
  previous_secret_expires timestamptz(3),
  -- REQUESTS/SECONDS
  quota text,
  first_party boolean NOT NULL DEFAULT false,
  pkce boolean NOT NULL DEFAULT true,
  CONSTRAINT clients_secret CHECK (public = (secret_hash IS NULL)),
  CONSTRAINT clients_public CHECK (NOT (public AND trusted)),
  CONSTRAINT clients_previous_secret CHECK ((previous_secret_hash IS NULL) = (previous_secret_expires IS NULL)),
  CONSTRAINT clients_pkce CHECK (pkce OR NOT public)
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
CREATE INDEX access_tokens_expires ON access_tokens (expires);

CREATE FUNCTION notify_token_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('token_change', encode(OLD.digest, 'hex'));
  RETURN NULL;
END $$;
-- No cache has a token that expired long ago, so its cleanup is not notified.
CREATE TRIGGER access_tokens_change AFTER UPDATE OR DELETE ON access_tokens
  FOR EACH ROW WHEN (OLD.expires > now() - interval '10 minutes') EXECUTE FUNCTION notify_token_change();

CREATE FUNCTION notify_all_tokens() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('token_change', 'all');
  RETURN NULL;
END $$;
CREATE TRIGGER clients_change AFTER UPDATE OR DELETE OR TRUNCATE ON clients
  FOR EACH STATEMENT EXECUTE FUNCTION notify_all_tokens();
-- Tokens of another issuer have no rows that end with their user.
CREATE TRIGGER users_deleted AFTER DELETE OR TRUNCATE ON users
  FOR EACH STATEMENT EXECUTE FUNCTION notify_all_tokens();
CREATE TRIGGER access_tokens_truncate AFTER TRUNCATE ON access_tokens
  FOR EACH STATEMENT EXECUTE FUNCTION notify_all_tokens();

-- The requests that count against quotas, in the form of rate-limiter-flexible (`auth/quota.ts`). Counts may be lost in a crash.
CREATE UNLOGGED TABLE quotas (
  key text PRIMARY KEY,
  points integer NOT NULL,
  expire bigint
);

-- The outbox between PostgreSQL and the search index (ADR 3). Triggers add a row for every changed place, in the transaction of the
-- change, whichever program makes it.
--
-- `place_versions` numbers batches. A relay takes changes, draws a number, and then reads the places. So a batch with a higher number
-- read its places later. Elasticsearch keeps the document with the highest number.

CREATE TABLE place_changes (
  sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  place_id text COLLATE "C" NOT NULL,
  -- The time of the statement, not of the start of its transaction: the sync lag is measured from it.
  noted timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
CREATE SEQUENCE place_versions AS bigint;

-- The indices that changes are written to: the live one, and one that is being built. A retired one has been replaced: it
-- stays for its open cursors, without further changes.
CREATE TABLE place_indices (
  name text PRIMARY KEY,
  created timestamptz(3) NOT NULL DEFAULT now(),
  retired timestamptz(3)
);

-- Dead letters: places that Elasticsearch rejected, with the reason, until a later state is accepted.
CREATE TABLE dead_letters (
  place_id text COLLATE "C" PRIMARY KEY,
  reason text NOT NULL,
  rejected timestamptz(3) NOT NULL DEFAULT now()
);

-- The argument of the trigger is the column with the identifier. An update may change it, or move a category from one place to
-- another: then both places have changed. `EXECUTE` plans once for each statement that changes rows, not for each row.
CREATE FUNCTION enqueue_places() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  noted bigint;
BEGIN
  EXECUTE format('INSERT INTO place_changes (place_id) ' || CASE TG_OP
    WHEN 'INSERT' THEN 'SELECT DISTINCT %1$I FROM changed'
    WHEN 'DELETE' THEN 'SELECT DISTINCT %1$I FROM former'
    WHEN 'UPDATE' THEN 'SELECT %1$I FROM changed UNION SELECT %1$I FROM former'
    ELSE 'SELECT DISTINCT %1$I FROM %2$I' END, TG_ARGV[0], TG_TABLE_NAME);
  GET DIAGNOSTICS noted = ROW_COUNT;
  IF noted > 0 THEN NOTIFY place_change; END IF;
  RETURN NULL;
END $$;
DO $do$
DECLARE
  watched record;
BEGIN
  FOR watched IN VALUES ('places', 'id'), ('place_categories', 'place_id')
  LOOP
    EXECUTE format($$
      CREATE TRIGGER %1$s_insert AFTER INSERT ON %1$s REFERENCING NEW TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION enqueue_places(%2$L);
      CREATE TRIGGER %1$s_update AFTER UPDATE ON %1$s REFERENCING OLD TABLE AS former NEW TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION enqueue_places(%2$L);
      CREATE TRIGGER %1$s_delete AFTER DELETE ON %1$s REFERENCING OLD TABLE AS former
        FOR EACH STATEMENT EXECUTE FUNCTION enqueue_places(%2$L);
      CREATE TRIGGER %1$s_truncate BEFORE TRUNCATE ON %1$s FOR EACH STATEMENT EXECUTE FUNCTION enqueue_places(%2$L)$$,
      watched.column1, watched.column2);
  END LOOP;
END $do$;

-- Places have the names of their categories, and the licence of their source.
CREATE FUNCTION enqueue_places_of() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  CASE TG_TABLE_NAME
    WHEN 'categories' THEN
      INSERT INTO place_changes (place_id) SELECT DISTINCT place_id FROM place_categories WHERE category_id = NEW.id;
    WHEN 'subcategories' THEN
      INSERT INTO place_changes (place_id) SELECT DISTINCT place_id FROM place_categories
        WHERE category_id = NEW.category_id AND subcategory_id = NEW.id;
    ELSE
      INSERT INTO place_changes (place_id) SELECT id FROM places WHERE source = NEW.name;
  END CASE;
  NOTIFY place_change;
  RETURN NULL;
END $$;
CREATE TRIGGER categories_rename AFTER UPDATE ON categories
  FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION enqueue_places_of();
CREATE TRIGGER subcategories_rename AFTER UPDATE ON subcategories
  FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION enqueue_places_of();
CREATE TRIGGER sources_update AFTER UPDATE OF license, attribution ON sources
  FOR EACH ROW WHEN (OLD IS DISTINCT FROM NEW) EXECUTE FUNCTION enqueue_places_of();

-- Token families. A family starts with an authorization code (or a password) and continues with refresh tokens. Spent codes and
-- refresh tokens stay, so that a second use is detected and revokes the family, and a trigger its access tokens.

CREATE TABLE token_families (
  id uuid PRIMARY KEY,
  client_id text COLLATE "C" NOT NULL REFERENCES clients ON DELETE CASCADE,
  user_id text COLLATE "C" NOT NULL REFERENCES users ON DELETE CASCADE,
  created timestamptz(3) NOT NULL DEFAULT now(),
  -- When its last code or token has expired.
  expires timestamptz(3) NOT NULL,
  revoked timestamptz(3),
  -- The digest of the browser session in which the user consented. It is no foreign key: tokens outlive the session unless
  -- the user signs out.
  session bytea,
  used timestamptz(3)
);
CREATE INDEX token_families_client ON token_families (client_id);
CREATE INDEX token_families_user ON token_families (user_id);
CREATE INDEX token_families_expires ON token_families (expires);
-- The cleanup finds families beyond REFRESH_TOKEN_MAX_AGE.
CREATE INDEX token_families_created ON token_families (created);
CREATE INDEX token_families_session ON token_families (session) WHERE session IS NOT NULL;

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
  spent timestamptz(3),
  -- With what the tokens that it was exchanged for are derived again (`oauth/grants/token-families.ts`).
  successor_salt bytea,
  -- When it was first used again. The audit log has one entry for all repeats.
  repeated timestamptz(3)
);
CREATE INDEX refresh_tokens_salts ON refresh_tokens (spent) WHERE successor_salt IS NOT NULL;
CREATE INDEX refresh_tokens_family ON refresh_tokens (family);
CREATE INDEX refresh_tokens_expires ON refresh_tokens (expires);

-- Application tokens and those that nothing can refresh belong to no family.
ALTER TABLE access_tokens ADD COLUMN family uuid REFERENCES token_families ON DELETE CASCADE;
CREATE INDEX access_tokens_family ON access_tokens (family);

CREATE FUNCTION revoke_tokens_of_family() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
UPDATE access_tokens SET revoked = NEW.revoked WHERE family = NEW.id AND revoked IS NULL;
RETURN NULL;
END $$;
CREATE TRIGGER token_families_revoked AFTER UPDATE OF revoked ON token_families
  FOR EACH ROW WHEN (OLD.revoked IS NULL AND NEW.revoked IS NOT NULL) EXECUTE FUNCTION revoke_tokens_of_family();

-- Sessions of browsers, and failed attempts to authenticate. A key is a hash, because people type passwords where names belong.

CREATE TABLE attempts (
  key bytea PRIMARY KEY,
  failures integer NOT NULL,
  expires timestamptz(3) NOT NULL,
  -- Beyond the limit: when the next attempt is allowed.
  next_attempt timestamptz(3),
  -- Attempts whose secret is being compared, each with the time when it is forgotten: a replica that stops leaves them.
  pending timestamptz(3)[] NOT NULL DEFAULT '{}'
);
CREATE INDEX attempts_expires ON attempts (expires);

-- A name and an address, browser or client from which it has signed in.
CREATE TABLE known_sources (
  key bytea PRIMARY KEY,
  expires timestamptz(3) NOT NULL
);
CREATE INDEX known_sources_expires ON known_sources (expires);

CREATE TABLE sessions (
  digest bytea PRIMARY KEY,
  user_id text COLLATE "C" NOT NULL REFERENCES users ON DELETE CASCADE,
  created timestamptz(3) NOT NULL DEFAULT now(),
  expires timestamptz(3) NOT NULL,
  browser text
);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_expires ON sessions (expires);

-- A new password or client secret ends everything that the old one has opened, as disabling does: sessions, and access and refresh
-- tokens. A hash that a sign-in renews ends nothing, nor does a secret that replaces another with an overlap.

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
CREATE TRIGGER users_end_access AFTER UPDATE OF password_hash, disabled ON users
  FOR EACH ROW WHEN ((OLD.password_hash IS DISTINCT FROM NEW.password_hash
                      AND (NEW.password_renewed_from = sha256(convert_to(OLD.password_hash, 'UTF8'))) IS NOT TRUE)
                     OR (OLD.disabled IS NULL AND NEW.disabled IS NOT NULL))
  EXECUTE FUNCTION end_access();
CREATE TRIGGER clients_end_access AFTER UPDATE OF secret_hash, disabled ON clients
  FOR EACH ROW WHEN ((OLD.secret_hash IS DISTINCT FROM NEW.secret_hash
                      AND NEW.previous_secret_hash IS DISTINCT FROM OLD.secret_hash)
                     OR (OLD.disabled IS NULL AND NEW.disabled IS NOT NULL))
  EXECUTE FUNCTION end_access();

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

CREATE FUNCTION forget_renewal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.password_renewed_from := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER users_forget_renewal BEFORE UPDATE OF password_hash ON users
  FOR EACH ROW WHEN (OLD.password_hash IS DISTINCT FROM NEW.password_hash AND NEW.password_renewed_from IS NOT NULL
                     AND NEW.password_renewed_from IS DISTINCT FROM sha256(convert_to(OLD.password_hash, 'UTF8')))
  EXECUTE FUNCTION forget_renewal();

-- The size of each list, so that reading a list does not count it (ADR 5). Triggers update the sizes in the transaction of the
-- change. A list without a row here is empty. Updates are frequent: free space in the pages lets them skip the index (HOT updates).
-- All statements change sizes in one order, so that two of them wait for each other instead of deadlocking.

CREATE TABLE list_sizes (
  list text COLLATE "C" NOT NULL,
  owner text COLLATE "C" NOT NULL,
  size bigint NOT NULL,
  PRIMARY KEY (list, owner)
) WITH (fillfactor = 70);

CREATE FUNCTION clear_list_sizes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM list_sizes WHERE list = ANY (TG_ARGV);
  RETURN NULL;
END $$;

-- For each table and each operation a function of its own: a general one would plan its statements at each call.
DO $do$
DECLARE
  lists record;
  operation record;
  change text := $$
      INSERT INTO list_sizes AS stored
      SELECT %1$L, owner, size FROM (%2$s) AS changes (owner, size) ORDER BY owner
      ON CONFLICT (list, owner) DO UPDATE SET size = stored.size + excluded.size;$$;
BEGIN
  FOR lists IN VALUES
    ('follows', 'followers', 'following_id', 'following', 'follower_id'),
    ('checkins', 'place_checkins', 'place_id', 'user_checkins', 'user_id'),
    ('reviews', 'place_reviews', 'place_id', 'user_reviews', 'user_id')
  LOOP
    FOR operation IN VALUES
      ('insert', 'NEW TABLE AS added', 'SELECT %1$I, count(*) FROM added GROUP BY %1$I'),
      ('delete', 'OLD TABLE AS removed', 'SELECT %1$I, -count(*) FROM removed GROUP BY %1$I'),
      ('update', 'NEW TABLE AS added OLD TABLE AS removed',
        'SELECT %1$I, sum(change) FROM (SELECT 1 AS change, %1$I FROM added UNION ALL SELECT -1, %1$I FROM removed) AS changes
         GROUP BY %1$I HAVING sum(change) <> 0')
    LOOP
      EXECUTE format(
        $$CREATE FUNCTION size_lists_at_%1$s_%2$s() RETURNS trigger LANGUAGE plpgsql AS $body$
      BEGIN%4$s%5$s
        RETURN NULL;
      END $body$;
      CREATE TRIGGER %1$s_list_sizes_%2$s AFTER %2$s ON %1$s REFERENCING %3$s
        FOR EACH STATEMENT EXECUTE FUNCTION size_lists_at_%1$s_%2$s()$$,
        lists.column1, operation.column1, operation.column2,
        format(change, lists.column2, format(operation.column3, lists.column3)),
        format(change, lists.column4, format(operation.column3, lists.column5)));
    END LOOP;
    EXECUTE format(
      'CREATE TRIGGER %1$s_list_sizes_truncate AFTER TRUNCATE ON %1$s
        FOR EACH STATEMENT EXECUTE FUNCTION clear_list_sizes(%2$L, %3$L)',
      lists.column1, lists.column2, lists.column4);
  END LOOP;
END $do$;

-- What a replica computes from the places: cities and districts for searches such as `coffee near providence`.

-- A city (district is NULL) or a district, in each spelling of its address.
CREATE TABLE areas (
  country text,
  state text,
  city text NOT NULL,
  district text,
  places integer NOT NULL,
  -- The middle of its places; NULL if none has a location.
  lat float8,
  lng float8,
  -- Metres around the middle that contain most of its places.
  radius integer NOT NULL
);
-- The areas of addresses that lie in other areas than they name (`places/areas/area-ids.ts`).
CREATE TABLE joined_areas (
  -- Country, state, city and district, one in each line.
  address text COLLATE "C" PRIMARY KEY,
  -- The smallest first.
  ids text[] NOT NULL
);

-- The last time that they were computed, one row.
CREATE TABLE area_runs (
  id smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  -- The last number of the outbox at that time.
  changes bigint NOT NULL,
  -- Whether they were computed twice since that change.
  repeated boolean NOT NULL,
  finished timestamptz(3) NOT NULL
);

-- Notifies the channel `TABLE_CHANGE` (`database/listener.ts`) of every change, once for each table and transaction. The response
-- cache listens.

CREATE FUNCTION notify_table_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('table_change', TG_TABLE_NAME);
  RETURN NULL;
END $$;

-- `notifyingTables` in `database/listener.ts` is the list of these tables.
DO $do$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['users', 'follows', 'checkins', 'reviews', 'places', 'place_categories', 'categories', 'subcategories',
    'sources', 'joined_areas']
  LOOP
    EXECUTE format('CREATE TRIGGER tell_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION notify_table_change()', name);
  END LOOP;
END $do$;

-- What replicas share among themselves, and the state and history of commands.

-- Generated once so that nobody configures them: the key that signs cursors.
CREATE TABLE secrets (
  name text PRIMARY KEY,
  value text NOT NULL
);
INSERT INTO secrets VALUES ('cursor', gen_random_uuid()::text || gen_random_uuid()::text);

-- When a job that runs once among all replicas last began, and until when it rests if that is longer than its interval.
CREATE TABLE job_runs (
  name text PRIMARY KEY,
  begun timestamptz(3) NOT NULL,
  not_before timestamptz(3)
);

-- Who did what and when: administration and sign-ins. Cleanup deletes expired entries.
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

-- The runs of import. Rows refer to them without a foreign key: it would cost each import time, and runs expire before
-- their rows.
CREATE TABLE import_runs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  created timestamptz(3) NOT NULL DEFAULT now(),
  operator text NOT NULL,
  kind text NOT NULL,
  files text[] NOT NULL,
  added bigint NOT NULL DEFAULT 0,
  changed bigint NOT NULL DEFAULT 0,
  removed bigint NOT NULL DEFAULT 0,
  -- Null until the run has ended: lines are counted in memory.
  rejected bigint,
  complete boolean,
  undone timestamptz(3),
  expires timestamptz(3) NOT NULL
);
CREATE INDEX import_runs_expires ON import_runs (expires);

-- The state of import --replace-source, so that it continues after a crash: a row for each unfinished replacement, and the
-- places that its edition has. The tables are logged, because a lost row would delete its place.
CREATE TABLE source_replacements (
  source text COLLATE "C" PRIMARY KEY,
  started timestamptz(3) NOT NULL DEFAULT now(),
  places_before bigint NOT NULL,
  added bigint NOT NULL DEFAULT 0,
  changed bigint NOT NULL DEFAULT 0,
  deleted bigint NOT NULL DEFAULT 0,
  deleted_reviews bigint NOT NULL DEFAULT 0,
  deleted_checkins bigint NOT NULL DEFAULT 0
);
CREATE TABLE source_replacement_places (
  source text COLLATE "C" NOT NULL,
  place_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (source, place_id)
);
