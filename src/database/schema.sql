-- The schema after all migrations, to read and to review. Generated from PostgreSQL's catalogue; the migrations make the
-- tables. To update it: UPDATE_GOLDEN=1 npm test -- test/e2e/database

CREATE OR REPLACE FUNCTION hash_parameters(hash text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ SELECT substring(hash FROM '^([$]argon2[a-z]*[$](?:v=[0-9]+[$])?m=[0-9]+,t=[0-9]+,p=[0-9]+)[$]') $function$;

CREATE OR REPLACE FUNCTION notify_token_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        PERFORM pg_notify('token_change', encode(OLD.digest, 'hex'));
        RETURN NULL;
      END $function$;

CREATE OR REPLACE FUNCTION notify_all_tokens()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        PERFORM pg_notify('token_change', 'all');
        RETURN NULL;
      END $function$;

CREATE OR REPLACE FUNCTION enqueue_places()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        INSERT INTO place_changes (place_id) SELECT id FROM changed;
        IF FOUND THEN NOTIFY place_change; END IF;
        RETURN NULL;
      END $function$;

CREATE OR REPLACE FUNCTION enqueue_updated_places()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        INSERT INTO place_changes (place_id) SELECT id FROM changed UNION SELECT id FROM former;
        IF FOUND THEN NOTIFY place_change; END IF;
        RETURN NULL;
      END $function$;

CREATE OR REPLACE FUNCTION enqueue_all_places()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        INSERT INTO place_changes (place_id) SELECT id FROM places;
        NOTIFY place_change;
        RETURN NULL;
      END $function$;

CREATE OR REPLACE FUNCTION enqueue_place_categories()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        INSERT INTO place_changes (place_id) SELECT DISTINCT place_id FROM changed;
        IF FOUND THEN NOTIFY place_change; END IF;
        RETURN NULL;
      END $function$;

CREATE OR REPLACE FUNCTION enqueue_moved_place_categories()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        INSERT INTO place_changes (place_id) SELECT place_id FROM changed UNION SELECT place_id FROM former;
        IF FOUND THEN NOTIFY place_change; END IF;
        RETURN NULL;
      END $function$;

CREATE OR REPLACE FUNCTION enqueue_all_place_categories()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        INSERT INTO place_changes (place_id) SELECT DISTINCT place_id FROM place_categories;
        IF FOUND THEN NOTIFY place_change; END IF;
        RETURN NULL;
      END $function$;

CREATE OR REPLACE FUNCTION enqueue_renamed_category()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        INSERT INTO place_changes (place_id)
          SELECT DISTINCT place_id FROM place_categories WHERE category_id = NEW.id;
        NOTIFY place_change;
        RETURN NULL;
      END $function$;

CREATE OR REPLACE FUNCTION enqueue_renamed_subcategory()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        INSERT INTO place_changes (place_id)
          SELECT DISTINCT place_id FROM place_categories
          WHERE category_id = NEW.category_id AND subcategory_id = NEW.id;
        NOTIFY place_change;
        RETURN NULL;
      END $function$;

CREATE OR REPLACE FUNCTION enqueue_places_of_source()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        INSERT INTO place_changes (place_id) SELECT id FROM places WHERE source = NEW.name;
        NOTIFY place_change;
        RETURN NULL;
      END $function$;

CREATE OR REPLACE FUNCTION revoke_tokens_of_family()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN
    UPDATE access_tokens SET revoked = NEW.revoked WHERE family = NEW.id AND revoked IS NULL;
    RETURN NULL;
  END $function$;

CREATE OR REPLACE FUNCTION end_access()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
      END $function$;

CREATE OR REPLACE FUNCTION lock_credentials()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        IF TG_TABLE_NAME = 'users' THEN
          PERFORM FROM users WHERE id = OLD.id FOR UPDATE;
        ELSE
          PERFORM FROM clients WHERE id = OLD.id FOR UPDATE;
        END IF;
        RETURN NEW;
      END $function$;

CREATE OR REPLACE FUNCTION end_secret_overlap()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        NEW.previous_secret_hash := NULL;
        NEW.previous_secret_expires := NULL;
        RETURN NEW;
      END $function$;

CREATE OR REPLACE FUNCTION forget_renewal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        NEW.password_renewed_from := NULL;
        RETURN NEW;
      END $function$;

CREATE OR REPLACE FUNCTION clear_list_sizes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        DELETE FROM list_sizes WHERE list = ANY (TG_ARGV);
        RETURN NULL;
      END $function$;

CREATE OR REPLACE FUNCTION size_lists_at_follows_insert()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
          BEGIN
            
    INSERT INTO list_sizes AS stored
    SELECT 'followers', owner, size FROM (SELECT following_id, 1 * count(*) FROM added GROUP BY following_id) AS changes (owner, size) ORDER BY owner
    ON CONFLICT (list, owner) DO UPDATE SET size = stored.size + excluded.size;
    INSERT INTO list_sizes AS stored
    SELECT 'following', owner, size FROM (SELECT follower_id, 1 * count(*) FROM added GROUP BY follower_id) AS changes (owner, size) ORDER BY owner
    ON CONFLICT (list, owner) DO UPDATE SET size = stored.size + excluded.size;
            RETURN NULL;
          END $function$;

CREATE OR REPLACE FUNCTION size_lists_at_follows_delete()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
          BEGIN
            
    INSERT INTO list_sizes AS stored
    SELECT 'followers', owner, size FROM (SELECT following_id, -1 * count(*) FROM removed GROUP BY following_id) AS changes (owner, size) ORDER BY owner
    ON CONFLICT (list, owner) DO UPDATE SET size = stored.size + excluded.size;
    INSERT INTO list_sizes AS stored
    SELECT 'following', owner, size FROM (SELECT follower_id, -1 * count(*) FROM removed GROUP BY follower_id) AS changes (owner, size) ORDER BY owner
    ON CONFLICT (list, owner) DO UPDATE SET size = stored.size + excluded.size;
            RETURN NULL;
          END $function$;

CREATE OR REPLACE FUNCTION size_lists_at_follows_update()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
          BEGIN
            
    INSERT INTO list_sizes AS stored
    SELECT 'followers', owner, size FROM (
    SELECT following_id, sum(change) FROM (
      SELECT 1 AS change, following_id FROM added UNION ALL SELECT -1, following_id FROM removed
    ) AS changes GROUP BY following_id HAVING sum(change) <> 0) AS changes (owner, size) ORDER BY owner
    ON CONFLICT (list, owner) DO UPDATE SET size = stored.size + excluded.size;
    INSERT INTO list_sizes AS stored
    SELECT 'following', owner, size FROM (
    SELECT follower_id, sum(change) FROM (
      SELECT 1 AS change, follower_id FROM added UNION ALL SELECT -1, follower_id FROM removed
    ) AS changes GROUP BY follower_id HAVING sum(change) <> 0) AS changes (owner, size) ORDER BY owner
    ON CONFLICT (list, owner) DO UPDATE SET size = stored.size + excluded.size;
            RETURN NULL;
          END $function$;

CREATE OR REPLACE FUNCTION size_lists_at_checkins_insert()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
          BEGIN
            
    INSERT INTO list_sizes AS stored
    SELECT 'place_checkins', owner, size FROM (SELECT place_id, 1 * count(*) FROM added GROUP BY place_id) AS changes (owner, size) ORDER BY owner
    ON CONFLICT (list, owner) DO UPDATE SET size = stored.size + excluded.size;
    INSERT INTO list_sizes AS stored
    SELECT 'user_checkins', owner, size FROM (SELECT user_id, 1 * count(*) FROM added GROUP BY user_id) AS changes (owner, size) ORDER BY owner
    ON CONFLICT (list, owner) DO UPDATE SET size = stored.size + excluded.size;
            RETURN NULL;
          END $function$;

CREATE OR REPLACE FUNCTION size_lists_at_checkins_delete()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
          BEGIN
            
    INSERT INTO list_sizes AS stored
    SELECT 'place_checkins', owner, size FROM (SELECT place_id, -1 * count(*) FROM removed GROUP BY place_id) AS changes (owner, size) ORDER BY owner
    ON CONFLICT (list, owner) DO UPDATE SET size = stored.size + excluded.size;
    INSERT INTO list_sizes AS stored
    SELECT 'user_checkins', owner, size FROM (SELECT user_id, -1 * count(*) FROM removed GROUP BY user_id) AS changes (owner, size) ORDER BY owner
    ON CONFLICT (list, owner) DO UPDATE SET size = stored.size + excluded.size;
            RETURN NULL;
          END $function$;

CREATE OR REPLACE FUNCTION size_lists_at_checkins_update()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
          BEGIN
            
    INSERT INTO list_sizes AS stored
    SELECT 'place_checkins', owner, size FROM (
    SELECT place_id, sum(change) FROM (
      SELECT 1 AS change, place_id FROM added UNION ALL SELECT -1, place_id FROM removed
    ) AS changes GROUP BY place_id HAVING sum(change) <> 0) AS changes (owner, size) ORDER BY owner
    ON CONFLICT (list, owner) DO UPDATE SET size = stored.size + excluded.size;
    INSERT INTO list_sizes AS stored
    SELECT 'user_checkins', owner, size FROM (
    SELECT user_id, sum(change) FROM (
      SELECT 1 AS change, user_id FROM added UNION ALL SELECT -1, user_id FROM removed
    ) AS changes GROUP BY user_id HAVING sum(change) <> 0) AS changes (owner, size) ORDER BY owner
    ON CONFLICT (list, owner) DO UPDATE SET size = stored.size + excluded.size;
            RETURN NULL;
          END $function$;

CREATE OR REPLACE FUNCTION size_lists_at_reviews_insert()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
          BEGIN
            
    INSERT INTO list_sizes AS stored
    SELECT 'place_reviews', owner, size FROM (SELECT place_id, 1 * count(*) FROM added GROUP BY place_id) AS changes (owner, size) ORDER BY owner
    ON CONFLICT (list, owner) DO UPDATE SET size = stored.size + excluded.size;
    INSERT INTO list_sizes AS stored
    SELECT 'user_reviews', owner, size FROM (SELECT user_id, 1 * count(*) FROM added GROUP BY user_id) AS changes (owner, size) ORDER BY owner
    ON CONFLICT (list, owner) DO UPDATE SET size = stored.size + excluded.size;
            RETURN NULL;
          END $function$;

CREATE OR REPLACE FUNCTION size_lists_at_reviews_delete()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
          BEGIN
            
    INSERT INTO list_sizes AS stored
    SELECT 'place_reviews', owner, size FROM (SELECT place_id, -1 * count(*) FROM removed GROUP BY place_id) AS changes (owner, size) ORDER BY owner
    ON CONFLICT (list, owner) DO UPDATE SET size = stored.size + excluded.size;
    INSERT INTO list_sizes AS stored
    SELECT 'user_reviews', owner, size FROM (SELECT user_id, -1 * count(*) FROM removed GROUP BY user_id) AS changes (owner, size) ORDER BY owner
    ON CONFLICT (list, owner) DO UPDATE SET size = stored.size + excluded.size;
            RETURN NULL;
          END $function$;

CREATE OR REPLACE FUNCTION size_lists_at_reviews_update()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
          BEGIN
            
    INSERT INTO list_sizes AS stored
    SELECT 'place_reviews', owner, size FROM (
    SELECT place_id, sum(change) FROM (
      SELECT 1 AS change, place_id FROM added UNION ALL SELECT -1, place_id FROM removed
    ) AS changes GROUP BY place_id HAVING sum(change) <> 0) AS changes (owner, size) ORDER BY owner
    ON CONFLICT (list, owner) DO UPDATE SET size = stored.size + excluded.size;
    INSERT INTO list_sizes AS stored
    SELECT 'user_reviews', owner, size FROM (
    SELECT user_id, sum(change) FROM (
      SELECT 1 AS change, user_id FROM added UNION ALL SELECT -1, user_id FROM removed
    ) AS changes GROUP BY user_id HAVING sum(change) <> 0) AS changes (owner, size) ORDER BY owner
    ON CONFLICT (list, owner) DO UPDATE SET size = stored.size + excluded.size;
            RETURN NULL;
          END $function$;

CREATE OR REPLACE FUNCTION notify_table_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        PERFORM pg_notify('table_change', TG_TABLE_NAME);
        RETURN NULL;
      END $function$;

CREATE SEQUENCE place_versions;

CREATE TABLE users (
  id text COLLATE "C" NOT NULL,
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
  disabled timestamp(3) with time zone,
  password_renewed_from bytea,
  added_by bigint,
  changed_by bigint,
  CONSTRAINT users_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX users_email ON users USING btree (lower(email));
CREATE INDEX users_hash_parameters ON users USING btree (hash_parameters(password_hash) COLLATE "C");
CREATE TRIGGER tell_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON users FOR EACH STATEMENT EXECUTE FUNCTION notify_table_change();
CREATE TRIGGER users_end_access AFTER UPDATE OF password_hash, disabled ON users FOR EACH ROW WHEN ((((old.password_hash IS DISTINCT FROM new.password_hash) AND ((new.password_renewed_from = sha256(convert_to(old.password_hash, 'UTF8'::name))) IS NOT TRUE)) OR ((old.disabled IS NULL) AND (new.disabled IS NOT NULL)))) EXECUTE FUNCTION end_access();
CREATE TRIGGER users_forget_renewal BEFORE UPDATE OF password_hash ON users FOR EACH ROW WHEN (((old.password_hash IS DISTINCT FROM new.password_hash) AND (new.password_renewed_from IS NOT NULL) AND (new.password_renewed_from IS DISTINCT FROM sha256(convert_to(old.password_hash, 'UTF8'::name))))) EXECUTE FUNCTION forget_renewal();
CREATE TRIGGER users_lock_credentials BEFORE UPDATE OF password_hash, disabled ON users FOR EACH ROW WHEN (((old.password_hash IS DISTINCT FROM new.password_hash) OR ((old.disabled IS NULL) AND (new.disabled IS NOT NULL)))) EXECUTE FUNCTION lock_credentials();

CREATE TABLE follows (
  follower_id text COLLATE "C" NOT NULL,
  following_id text COLLATE "C" NOT NULL,
  created timestamp(3) with time zone NOT NULL,
  added_by bigint,
  changed_by bigint,
  CONSTRAINT follows_follower_id_fkey FOREIGN KEY (follower_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT follows_following_id_fkey FOREIGN KEY (following_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT follows_pkey PRIMARY KEY (follower_id, following_id)
);
CREATE INDEX follows_followers ON follows USING btree (following_id, created DESC, follower_id);
CREATE INDEX follows_following ON follows USING btree (follower_id, created DESC, following_id);
CREATE TRIGGER follows_list_sizes_delete AFTER DELETE ON follows REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION size_lists_at_follows_delete();
CREATE TRIGGER follows_list_sizes_insert AFTER INSERT ON follows REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION size_lists_at_follows_insert();
CREATE TRIGGER follows_list_sizes_truncate AFTER TRUNCATE ON follows FOR EACH STATEMENT EXECUTE FUNCTION clear_list_sizes('following', 'followers');
CREATE TRIGGER follows_list_sizes_update AFTER UPDATE ON follows REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION size_lists_at_follows_update();
CREATE TRIGGER tell_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON follows FOR EACH STATEMENT EXECUTE FUNCTION notify_table_change();

CREATE TABLE categories (
  id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  added_by bigint,
  changed_by bigint,
  CONSTRAINT categories_pkey PRIMARY KEY (id)
);
CREATE TRIGGER categories_rename AFTER UPDATE ON categories FOR EACH ROW WHEN ((old.name IS DISTINCT FROM new.name)) EXECUTE FUNCTION enqueue_renamed_category();
CREATE TRIGGER tell_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON categories FOR EACH STATEMENT EXECUTE FUNCTION notify_table_change();

CREATE TABLE subcategories (
  category_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  added_by bigint,
  changed_by bigint,
  CONSTRAINT subcategories_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id) ON DELETE CASCADE,
  CONSTRAINT subcategories_pkey PRIMARY KEY (category_id, id)
);
CREATE TRIGGER subcategories_rename AFTER UPDATE ON subcategories FOR EACH ROW WHEN ((old.name IS DISTINCT FROM new.name)) EXECUTE FUNCTION enqueue_renamed_subcategory();
CREATE TRIGGER tell_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON subcategories FOR EACH STATEMENT EXECUTE FUNCTION notify_table_change();

CREATE TABLE sources (
  name text COLLATE "C" NOT NULL,
  license text,
  attribution text,
  added_by bigint,
  changed_by bigint,
  CONSTRAINT sources_pkey PRIMARY KEY (name)
);
CREATE TRIGGER sources_update AFTER UPDATE OF license, attribution ON sources FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION enqueue_places_of_source();
CREATE TRIGGER tell_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON sources FOR EACH STATEMENT EXECUTE FUNCTION notify_table_change();

CREATE TABLE places (
  id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  phones text[] NOT NULL DEFAULT '{}'::text[],
  url_service text,
  country text,
  state text,
  city text,
  district text,
  street text,
  number text,
  zipcode text,
  lat numeric,
  lng numeric,
  pageviews bigint,
  rating numeric,
  reviews bigint,
  checkins bigint,
  photos bigint,
  featured_photo text,
  place_lists text[] NOT NULL DEFAULT '{}'::text[],
  utilities jsonb NOT NULL DEFAULT '[]'::jsonb,
  opening_hours text,
  source text COLLATE "C",
  added_by bigint,
  changed_by bigint,
  names jsonb,
  brand text,
  CONSTRAINT places_check CHECK (((lat IS NULL) = (lng IS NULL))),
  CONSTRAINT places_checkins_check CHECK ((checkins >= 0)),
  CONSTRAINT places_id_check CHECK (((octet_length(id) >= 1) AND (octet_length(id) <= 512))),
  CONSTRAINT places_lat_check CHECK (((lat >= ('-90'::integer)::numeric) AND (lat <= (90)::numeric))),
  CONSTRAINT places_lng_check CHECK (((lng >= ('-180'::integer)::numeric) AND (lng <= (180)::numeric))),
  CONSTRAINT places_names_text CHECK (
CASE jsonb_typeof(names)
    WHEN 'array'::text THEN (names = jsonb_path_query_array(names, 'strict $[*]?(@."text".type() == "string")'::jsonpath))
    ELSE (names IS NULL)
END),
  CONSTRAINT places_pageviews_check CHECK ((pageviews >= 0)),
  CONSTRAINT places_photos_check CHECK ((photos >= 0)),
  CONSTRAINT places_pkey PRIMARY KEY (id),
  CONSTRAINT places_rating_check CHECK (((rating >= (0)::numeric) AND (rating <= (5)::numeric))) NOT VALID,
  CONSTRAINT places_reviews_check CHECK ((reviews >= 0)),
  CONSTRAINT places_source_fkey FOREIGN KEY (source) REFERENCES sources(name),
  CONSTRAINT places_utilities_named CHECK (
CASE jsonb_typeof(utilities)
    WHEN 'array'::text THEN (utilities = jsonb_path_query_array(utilities, 'strict $[*]?(@."id".type() == "string" && @."name".type() == "string")'::jsonpath))
    ELSE false
END)
);
CREATE TRIGGER places_delete AFTER DELETE ON places REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION enqueue_places();
CREATE TRIGGER places_insert AFTER INSERT ON places REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION enqueue_places();
CREATE TRIGGER places_truncate BEFORE TRUNCATE ON places FOR EACH STATEMENT EXECUTE FUNCTION enqueue_all_places();
CREATE TRIGGER places_update AFTER UPDATE ON places REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION enqueue_updated_places();
CREATE TRIGGER tell_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON places FOR EACH STATEMENT EXECUTE FUNCTION notify_table_change();

CREATE TABLE place_categories (
  place_id text COLLATE "C" NOT NULL,
  position smallint NOT NULL,
  category_id text COLLATE "C" NOT NULL,
  subcategory_id text COLLATE "C",
  CONSTRAINT place_categories_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id),
  CONSTRAINT place_categories_category_id_subcategory_id_fkey FOREIGN KEY (category_id, subcategory_id) REFERENCES subcategories(category_id, id),
  CONSTRAINT place_categories_pkey PRIMARY KEY (place_id, "position"),
  CONSTRAINT place_categories_place_id_fkey FOREIGN KEY (place_id) REFERENCES places(id) ON DELETE CASCADE
);
CREATE INDEX place_categories_category ON place_categories USING btree (category_id, subcategory_id);
CREATE TRIGGER place_categories_delete AFTER DELETE ON place_categories REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION enqueue_place_categories();
CREATE TRIGGER place_categories_insert AFTER INSERT ON place_categories REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION enqueue_place_categories();
CREATE TRIGGER place_categories_truncate BEFORE TRUNCATE ON place_categories FOR EACH STATEMENT EXECUTE FUNCTION enqueue_all_place_categories();
CREATE TRIGGER place_categories_update AFTER UPDATE ON place_categories REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION enqueue_moved_place_categories();
CREATE TRIGGER tell_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON place_categories FOR EACH STATEMENT EXECUTE FUNCTION notify_table_change();

CREATE TABLE checkins (
  id text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  place_id text COLLATE "C" NOT NULL,
  source text,
  created timestamp(3) with time zone NOT NULL,
  added_by bigint,
  changed_by bigint,
  CONSTRAINT checkins_pkey PRIMARY KEY (id),
  CONSTRAINT checkins_place_id_fkey FOREIGN KEY (place_id) REFERENCES places(id) ON DELETE CASCADE,
  CONSTRAINT checkins_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX checkins_place ON checkins USING btree (place_id, created DESC, id);
CREATE INDEX checkins_user ON checkins USING btree (user_id, created DESC, id);
CREATE TRIGGER checkins_list_sizes_delete AFTER DELETE ON checkins REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION size_lists_at_checkins_delete();
CREATE TRIGGER checkins_list_sizes_insert AFTER INSERT ON checkins REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION size_lists_at_checkins_insert();
CREATE TRIGGER checkins_list_sizes_truncate AFTER TRUNCATE ON checkins FOR EACH STATEMENT EXECUTE FUNCTION clear_list_sizes('user_checkins', 'place_checkins');
CREATE TRIGGER checkins_list_sizes_update AFTER UPDATE ON checkins REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION size_lists_at_checkins_update();
CREATE TRIGGER tell_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON checkins FOR EACH STATEMENT EXECUTE FUNCTION notify_table_change();

CREATE TABLE reviews (
  id text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  place_id text COLLATE "C" NOT NULL,
  text text,
  source text,
  rating numeric,
  thumbs_up integer,
  created timestamp(3) with time zone NOT NULL,
  added_by bigint,
  changed_by bigint,
  CONSTRAINT reviews_pkey PRIMARY KEY (id),
  CONSTRAINT reviews_place_id_fkey FOREIGN KEY (place_id) REFERENCES places(id) ON DELETE CASCADE,
  CONSTRAINT reviews_rating_check CHECK (((rating >= (0)::numeric) AND (rating <= (5)::numeric))) NOT VALID,
  CONSTRAINT reviews_thumbs_up_check CHECK ((thumbs_up >= 0)),
  CONSTRAINT reviews_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX reviews_place ON reviews USING btree (place_id, created DESC, id);
CREATE INDEX reviews_user ON reviews USING btree (user_id, created DESC, id);
CREATE TRIGGER reviews_list_sizes_delete AFTER DELETE ON reviews REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION size_lists_at_reviews_delete();
CREATE TRIGGER reviews_list_sizes_insert AFTER INSERT ON reviews REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION size_lists_at_reviews_insert();
CREATE TRIGGER reviews_list_sizes_truncate AFTER TRUNCATE ON reviews FOR EACH STATEMENT EXECUTE FUNCTION clear_list_sizes('user_reviews', 'place_reviews');
CREATE TRIGGER reviews_list_sizes_update AFTER UPDATE ON reviews REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION size_lists_at_reviews_update();
CREATE TRIGGER tell_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON reviews FOR EACH STATEMENT EXECUTE FUNCTION notify_table_change();

CREATE TABLE clients (
  id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  secret_hash text,
  trusted boolean NOT NULL DEFAULT false,
  grants text[] NOT NULL,
  redirect_uris text[] NOT NULL DEFAULT '{}'::text[],
  created timestamp(3) with time zone NOT NULL DEFAULT now(),
  disabled timestamp(3) with time zone,
  public boolean NOT NULL DEFAULT false,
  previous_secret_hash text,
  previous_secret_expires timestamp(3) with time zone,
  quota text,
  first_party boolean NOT NULL DEFAULT false,
  pkce boolean NOT NULL DEFAULT true,
  CONSTRAINT clients_pkce CHECK ((pkce OR (NOT public))),
  CONSTRAINT clients_pkey PRIMARY KEY (id),
  CONSTRAINT clients_previous_secret CHECK (((previous_secret_hash IS NULL) = (previous_secret_expires IS NULL))),
  CONSTRAINT clients_public CHECK ((NOT (public AND trusted))),
  CONSTRAINT clients_secret CHECK ((public = (secret_hash IS NULL)))
);
CREATE TRIGGER clients_change AFTER DELETE OR UPDATE OR TRUNCATE ON clients FOR EACH STATEMENT EXECUTE FUNCTION notify_all_tokens();
CREATE TRIGGER clients_end_access AFTER UPDATE OF secret_hash, disabled ON clients FOR EACH ROW WHEN ((((old.secret_hash IS DISTINCT FROM new.secret_hash) AND (new.previous_secret_hash IS DISTINCT FROM old.secret_hash)) OR ((old.disabled IS NULL) AND (new.disabled IS NOT NULL)))) EXECUTE FUNCTION end_access();
CREATE TRIGGER clients_end_overlap BEFORE UPDATE OF secret_hash ON clients FOR EACH ROW WHEN (((old.secret_hash IS DISTINCT FROM new.secret_hash) AND (new.previous_secret_hash IS DISTINCT FROM old.secret_hash))) EXECUTE FUNCTION end_secret_overlap();
CREATE TRIGGER clients_lock_credentials BEFORE UPDATE OF secret_hash, disabled ON clients FOR EACH ROW WHEN (((old.secret_hash IS DISTINCT FROM new.secret_hash) OR ((old.disabled IS NULL) AND (new.disabled IS NOT NULL)))) EXECUTE FUNCTION lock_credentials();

CREATE TABLE access_tokens (
  digest bytea NOT NULL,
  client_id text COLLATE "C" NOT NULL,
  user_id text COLLATE "C",
  scope text[] NOT NULL,
  created timestamp(3) with time zone NOT NULL DEFAULT now(),
  expires timestamp(3) with time zone NOT NULL,
  revoked timestamp(3) with time zone,
  family uuid,
  CONSTRAINT access_tokens_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id) ON DELETE CASCADE,
  CONSTRAINT access_tokens_family_fkey FOREIGN KEY (family) REFERENCES token_families(id) ON DELETE CASCADE,
  CONSTRAINT access_tokens_pkey PRIMARY KEY (digest),
  CONSTRAINT access_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX access_tokens_client ON access_tokens USING btree (client_id);
CREATE INDEX access_tokens_expires ON access_tokens USING btree (expires);
CREATE INDEX access_tokens_family ON access_tokens USING btree (family);
CREATE INDEX access_tokens_user ON access_tokens USING btree (user_id);
CREATE TRIGGER access_tokens_change AFTER DELETE OR UPDATE ON access_tokens FOR EACH ROW WHEN ((old.expires > (now() - '00:10:00'::interval))) EXECUTE FUNCTION notify_token_change();
CREATE TRIGGER access_tokens_truncate AFTER TRUNCATE ON access_tokens FOR EACH STATEMENT EXECUTE FUNCTION notify_all_tokens();

CREATE TABLE place_changes (
  sequence bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  place_id text COLLATE "C" NOT NULL,
  noted timestamp(3) with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT place_changes_pkey PRIMARY KEY (sequence)
);

CREATE TABLE place_indices (
  name text NOT NULL,
  created timestamp(3) with time zone NOT NULL DEFAULT now(),
  retired timestamp(3) with time zone,
  CONSTRAINT place_indices_pkey PRIMARY KEY (name)
);

CREATE TABLE dead_letters (
  place_id text COLLATE "C" NOT NULL,
  reason text NOT NULL,
  rejected timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT dead_letters_pkey PRIMARY KEY (place_id)
);

CREATE TABLE token_families (
  id uuid NOT NULL,
  client_id text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  created timestamp(3) with time zone NOT NULL DEFAULT now(),
  expires timestamp(3) with time zone NOT NULL,
  revoked timestamp(3) with time zone,
  session bytea,
  used timestamp(3) with time zone,
  CONSTRAINT token_families_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id) ON DELETE CASCADE,
  CONSTRAINT token_families_pkey PRIMARY KEY (id),
  CONSTRAINT token_families_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX token_families_client ON token_families USING btree (client_id);
CREATE INDEX token_families_created ON token_families USING btree (created);
CREATE INDEX token_families_expires ON token_families USING btree (expires);
CREATE INDEX token_families_session ON token_families USING btree (session) WHERE (session IS NOT NULL);
CREATE INDEX token_families_user ON token_families USING btree (user_id);
CREATE TRIGGER token_families_revoked AFTER UPDATE OF revoked ON token_families FOR EACH ROW WHEN (((old.revoked IS NULL) AND (new.revoked IS NOT NULL))) EXECUTE FUNCTION revoke_tokens_of_family();

CREATE TABLE authorization_codes (
  digest bytea NOT NULL,
  family uuid NOT NULL,
  redirect_uri text,
  scope text[] NOT NULL,
  code_challenge text,
  expires timestamp(3) with time zone NOT NULL,
  spent timestamp(3) with time zone,
  CONSTRAINT authorization_codes_family_fkey FOREIGN KEY (family) REFERENCES token_families(id) ON DELETE CASCADE,
  CONSTRAINT authorization_codes_family_key UNIQUE (family),
  CONSTRAINT authorization_codes_pkey PRIMARY KEY (digest)
);

CREATE TABLE refresh_tokens (
  digest bytea NOT NULL,
  family uuid NOT NULL,
  scope text[] NOT NULL,
  expires timestamp(3) with time zone NOT NULL,
  spent timestamp(3) with time zone,
  successor_salt bytea,
  CONSTRAINT refresh_tokens_family_fkey FOREIGN KEY (family) REFERENCES token_families(id) ON DELETE CASCADE,
  CONSTRAINT refresh_tokens_pkey PRIMARY KEY (digest)
);
CREATE INDEX refresh_tokens_expires ON refresh_tokens USING btree (expires);
CREATE INDEX refresh_tokens_family ON refresh_tokens USING btree (family);
CREATE INDEX refresh_tokens_salts ON refresh_tokens USING btree (spent) WHERE (successor_salt IS NOT NULL);

CREATE TABLE attempts (
  key bytea NOT NULL,
  failures integer NOT NULL,
  expires timestamp(3) with time zone NOT NULL,
  next_attempt timestamp(3) with time zone,
  pending timestamp(3) with time zone[] NOT NULL DEFAULT '{}'::timestamp with time zone[],
  CONSTRAINT attempts_pkey PRIMARY KEY (key)
);
CREATE INDEX attempts_expires ON attempts USING btree (expires);

CREATE TABLE known_sources (
  key bytea NOT NULL,
  expires timestamp(3) with time zone NOT NULL,
  CONSTRAINT known_sources_pkey PRIMARY KEY (key)
);
CREATE INDEX known_sources_expires ON known_sources USING btree (expires);

CREATE TABLE sessions (
  digest bytea NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  created timestamp(3) with time zone NOT NULL DEFAULT now(),
  expires timestamp(3) with time zone NOT NULL,
  browser text,
  CONSTRAINT sessions_pkey PRIMARY KEY (digest),
  CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_expires ON sessions USING btree (expires);
CREATE INDEX sessions_user ON sessions USING btree (user_id);

CREATE TABLE list_sizes (
  list text COLLATE "C" NOT NULL,
  owner text COLLATE "C" NOT NULL,
  size bigint NOT NULL,
  CONSTRAINT list_sizes_pkey PRIMARY KEY (list, owner)
) WITH (fillfactor=70);

CREATE TABLE areas (
  country text,
  state text,
  city text NOT NULL,
  district text,
  places integer NOT NULL,
  lat double precision,
  lng double precision,
  radius integer NOT NULL
);

CREATE TABLE area_runs (
  id smallint NOT NULL DEFAULT 1,
  changes bigint NOT NULL,
  repeated boolean NOT NULL,
  finished timestamp(3) with time zone NOT NULL,
  CONSTRAINT area_runs_id_check CHECK ((id = 1)),
  CONSTRAINT area_runs_pkey PRIMARY KEY (id)
);

CREATE TABLE secrets (
  name text NOT NULL,
  value text NOT NULL,
  CONSTRAINT secrets_pkey PRIMARY KEY (name)
);

CREATE TABLE job_runs (
  name text NOT NULL,
  begun timestamp(3) with time zone NOT NULL,
  not_before timestamp(3) with time zone,
  CONSTRAINT job_runs_pkey PRIMARY KEY (name)
);

CREATE TABLE audit_log (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  created timestamp(3) with time zone NOT NULL DEFAULT now(),
  actor text COLLATE "C" NOT NULL,
  action text COLLATE "C" NOT NULL,
  subject text COLLATE "C",
  details jsonb NOT NULL DEFAULT '{}'::jsonb,
  expires timestamp(3) with time zone NOT NULL,
  CONSTRAINT audit_log_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_log_actor ON audit_log USING btree (actor);
CREATE INDEX audit_log_expires ON audit_log USING btree (expires);
CREATE INDEX audit_log_subject ON audit_log USING btree (subject);

CREATE TABLE import_runs (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  created timestamp(3) with time zone NOT NULL DEFAULT now(),
  operator text NOT NULL,
  kind text NOT NULL,
  files text[] NOT NULL,
  added bigint NOT NULL DEFAULT 0,
  changed bigint NOT NULL DEFAULT 0,
  removed bigint NOT NULL DEFAULT 0,
  rejected bigint,
  complete boolean,
  undone timestamp(3) with time zone,
  expires timestamp(3) with time zone NOT NULL,
  CONSTRAINT import_runs_pkey PRIMARY KEY (id)
);
CREATE INDEX import_runs_expires ON import_runs USING btree (expires);

CREATE TABLE source_replacements (
  source text COLLATE "C" NOT NULL,
  started timestamp(3) with time zone NOT NULL DEFAULT now(),
  places_before bigint NOT NULL,
  added bigint NOT NULL DEFAULT 0,
  changed bigint NOT NULL DEFAULT 0,
  deleted bigint NOT NULL DEFAULT 0,
  deleted_reviews bigint NOT NULL DEFAULT 0,
  deleted_checkins bigint NOT NULL DEFAULT 0,
  CONSTRAINT source_replacements_pkey PRIMARY KEY (source)
);

CREATE TABLE source_replacement_places (
  source text COLLATE "C" NOT NULL,
  place_id text COLLATE "C" NOT NULL,
  CONSTRAINT source_replacement_places_pkey PRIMARY KEY (source, place_id)
);

CREATE TABLE joined_areas (
  address text COLLATE "C" NOT NULL,
  ids text[] NOT NULL,
  CONSTRAINT joined_areas_pkey PRIMARY KEY (address)
);
CREATE TRIGGER tell_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON joined_areas FOR EACH STATEMENT EXECUTE FUNCTION notify_table_change();

CREATE VIEW place_refusals AS
 SELECT place_id,
    reason,
    rejected AS refused
   FROM dead_letters;
