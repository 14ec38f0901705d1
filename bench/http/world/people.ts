import { Client } from 'pg';

/** Users with a list of followers, of check-ins and of reviews each. */
export const people = { count: 1000, followers: 100, checkins: 60, reviews: 40 };

/** The user whom a million follow, and the one whom a hundred of them follow. */
export const crowd = { user: 'followed-by-all', few: 'followed-by-few', count: 1_000_000, fewCount: 100 };

export function personAt(position: number): string {
  return `person-${(position % people.count) + 1}`;
}

const userColumns = `id, name, email, birth, gender, photo_small, photo_medium, photo_large, photo_original,
  reviews, places, photos, checkins`;

/** As a user that has everything, whose identifier is given. */
function userValues(id: string): string {
  const photo = (size: string): string => `'https://img.example.org/users/' || ${id} || '/${size}.jpg'`;
  return `${id}, 'Person number ' || n, ${id} || '@example.com', date '1960-01-01' + n % 15000,
    CASE n % 2 WHEN 0 THEN 'F' ELSE 'M' END, ${['small', 'medium', 'large', 'original'].map(photo).join(', ')},
    n % 50, n % 60, n % 70, n % 80`;
}

/** Fills in users and what they did; places are there already. */
export async function addPeople(databaseUrl: string): Promise<void> {
  await run(databaseUrl, [
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
  ]);
}

const somePlaces = '(SELECT array_agg(id) AS ids FROM (SELECT id FROM places ORDER BY id LIMIT 1000) first) chosen';
const somePlace = 'ids[1 + (n * 31 + k * 17) % cardinality(ids)]';
const someTime = "timestamptz '2021-01-01' + make_interval(mins => n * 11 + k * 97)";

/** Fills in the million. */
export async function addCrowd(databaseUrl: string): Promise<void> {
  const followers = (user: string, most: number): string =>
    `INSERT INTO follows (follower_id, following_id, created)
     SELECT 'fan-' || n, '${user}', timestamptz '2010-01-01' + make_interval(mins => n)
     FROM generate_series(1, ${most}) n`;
  await run(databaseUrl, [
    `INSERT INTO users (id, name) VALUES ('${crowd.user}', 'Followed by all'), ('${crowd.few}', 'Followed by few')`,
    `INSERT INTO users (${userColumns}) SELECT ${userValues("'fan-' || n")} FROM generate_series(1, ${crowd.count}) n`,
    followers(crowd.user, crowd.count),
    followers(crowd.few, crowd.fewCount),
    'VACUUM ANALYZE users, follows',
  ]);
}

async function run(databaseUrl: string, statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
