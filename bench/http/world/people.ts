import { runSql } from '../../../dev/services/sql.js';

/** The number of users, and the lengths of their lists. */
export const people = { count: 1000, followers: 100, checkins: 60, reviews: 40 };

/** A user with a million followers, and one with a hundred. */
export const longList = { user: 'followed-by-all', few: 'followed-by-few', count: 1_000_000, fewCount: 100 };

export function personAt(position: number): string {
  return `person-${(position % people.count) + 1}`;
}

const userColumns = `id, name, email, birth, gender, photo_small, photo_medium, photo_large, photo_original,
  reviews, places, photos, checkins`;

/** The values of a user who has every member. @param id SQL expression */
function userValues(id: string): string {
  const photo = (size: string): string => `'https://img.example.org/users/' || ${id} || '/${size}.jpg'`;
  return `${id}, 'Person number ' || n, ${id} || '@example.com', date '1960-01-01' + n % 15000,
    CASE n % 2 WHEN 0 THEN 'F' ELSE 'M' END, ${['small', 'medium', 'large', 'original'].map(photo).join(', ')},
    n % 50, n % 60, n % 70, n % 80`;
}

/** Adds users with follows, check-ins and reviews. Places exist already. */
export async function addPeople(databaseUrl: string): Promise<void> {
  const statements = [
    `INSERT INTO users (${userColumns})
     SELECT ${userValues("'person-' || n")} FROM generate_series(1, ${people.count}) n`,
    `INSERT INTO follows (follower_id, following_id, created)
     SELECT 'person-' || (n + k - 1) % ${people.count} + 1, 'person-' || n,
       timestamptz '2020-01-01' + make_interval(mins => n * 7 + k * 13)
     FROM generate_series(1, ${people.count}) n, generate_series(1, ${people.followers}) k`,
    `INSERT INTO checkins (id, user_id, place_id, source, created)
     SELECT format('checkin-%s-%s', n, k), 'person-' || n, ${somePlace}, 'web', ${someTime}
     FROM generate_series(1, ${people.count}) n, generate_series(1, ${people.checkins}) k, ${somePlaces}`,
    `INSERT INTO reviews (id, user_id, place_id, text, source, rating, thumbs_up, created)
     SELECT format('review-%s-%s', n, k), 'person-' || n, ${somePlace},
       repeat('A place to come back to, whatever the weather. ', 1 + k % 5), 'web', 1 + k % 5, k, ${someTime}
     FROM generate_series(1, ${people.count}) n, generate_series(1, ${people.reviews}) k, ${somePlaces}`,
    'VACUUM ANALYZE users, follows, checkins, reviews, places',
  ];
  for (const statement of statements) await runSql(databaseUrl, statement);
}

const somePlaces = '(SELECT array_agg(id) AS ids FROM (SELECT id FROM places ORDER BY id LIMIT 1000) first) chosen';
const somePlace = 'ids[1 + (n * 31 + k * 17) % cardinality(ids)]';
const someTime = "timestamptz '2021-01-01' + make_interval(mins => n * 11 + k * 97)";

/** Adds the clients that measure, unless an earlier run did. They need no secret: the command line issues their tokens. */
export async function addClients(databaseUrl: string): Promise<void> {
  // Production does not start over the demonstration clients of earlier versions of this program.
  await runSql(databaseUrl, "UPDATE clients SET disabled = now() WHERE id LIKE 'demo-%' AND disabled IS NULL");
  await runSql(
    databaseUrl,
    `INSERT INTO clients (id, name, secret_hash, trusted, grants)
     SELECT id, id, 'none', id = 'bench-trusted', '{client_credentials}' FROM unnest('{bench-app,bench-trusted}'::text[]) id
     ON CONFLICT DO NOTHING`,
  );
}

/** Adds the followers of `longList`. */
export async function addLongList(databaseUrl: string): Promise<void> {
  const followers = (user: string, most: number): string =>
    `INSERT INTO follows (follower_id, following_id, created)
     SELECT 'fan-' || n, '${user}', timestamptz '2010-01-01' + make_interval(mins => n)
     FROM generate_series(1, ${most}) n`;
  const statements = [
    `INSERT INTO users (id, name) VALUES ('${longList.user}', 'Followed by all'), ('${longList.few}', 'Followed by few')`,
    `INSERT INTO users (${userColumns}) SELECT ${userValues("'fan-' || n")} FROM generate_series(1, ${longList.count}) n`,
    followers(longList.user, longList.count),
    followers(longList.few, longList.fewCount),
    'VACUUM ANALYZE users, follows',
  ];
  for (const statement of statements) await runSql(databaseUrl, statement);
}
