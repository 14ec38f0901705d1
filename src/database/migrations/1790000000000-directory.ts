import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * The system of record. Identifiers are compared and ordered by code point (`COLLATE "C"`), which is the order of lists in
 * the API. Times have a precision of milliseconds, as in the API.
 */
export class Directory1790000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
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
        checkins integer NOT NULL DEFAULT 0
      );
      CREATE UNIQUE INDEX users_email ON users (lower(email));

      CREATE TABLE follows (
        follower_id text COLLATE "C" NOT NULL REFERENCES users ON DELETE CASCADE,
        following_id text COLLATE "C" NOT NULL REFERENCES users ON DELETE CASCADE,
        created timestamptz(3) NOT NULL,
        PRIMARY KEY (follower_id, following_id)
      );
      CREATE INDEX follows_following ON follows (follower_id, created DESC, following_id);
      CREATE INDEX follows_followers ON follows (following_id, created DESC, follower_id);

      CREATE TABLE categories (
        id text COLLATE "C" PRIMARY KEY,
        name text NOT NULL
      );
      CREATE TABLE subcategories (
        category_id text COLLATE "C" NOT NULL REFERENCES categories ON DELETE CASCADE,
        id text COLLATE "C" NOT NULL,
        name text NOT NULL,
        PRIMARY KEY (category_id, id)
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
        rating numeric CHECK (rating BETWEEN 0 AND 10),
        reviews bigint CHECK (reviews >= 0),
        checkins bigint CHECK (checkins >= 0),
        photos bigint CHECK (photos >= 0),
        featured_photo text,
        place_lists text[] NOT NULL DEFAULT '{}',
        utilities jsonb NOT NULL DEFAULT '[]',
        opening_hours text,
        CHECK ((lat IS NULL) = (lng IS NULL))
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
        created timestamptz(3) NOT NULL
      );
      CREATE INDEX checkins_user ON checkins (user_id, created DESC, id);
      CREATE INDEX checkins_place ON checkins (place_id, created DESC, id);

      CREATE TABLE reviews (
        id text COLLATE "C" PRIMARY KEY,
        user_id text COLLATE "C" NOT NULL REFERENCES users ON DELETE CASCADE,
        place_id text COLLATE "C" NOT NULL REFERENCES places ON DELETE CASCADE,
        text text,
        source text,
        rating numeric CHECK (rating BETWEEN 0 AND 10),
        thumbs_up integer CHECK (thumbs_up >= 0),
        created timestamptz(3) NOT NULL
      );
      CREATE INDEX reviews_user ON reviews (user_id, created DESC, id);
      CREATE INDEX reviews_place ON reviews (place_id, created DESC, id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE reviews, checkins, place_categories, places, subcategories, categories, follows, users
    `);
  }
}
