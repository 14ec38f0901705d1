/** One statement for each endpoint, written by hand. */

const user = `u.id, u.name, u.birth::text, u.gender, u.photo_small, u.photo_medium, u.photo_large, u.photo_original,
  u.reviews, u.places, u.photos, u.checkins`;

export const oneUser = `SELECT ${user} FROM users u WHERE u.id = $1`;

export const oneEmail = 'SELECT 1 FROM users WHERE lower(email) = lower($1)';

/** Returns one row for an empty list, and none for an unknown user. */
export const followers = `
  SELECT (SELECT count(*)::int FROM follows WHERE following_id = $1) AS found, page.*
  FROM users owner
  LEFT JOIN LATERAL (
    SELECT ${user}
    FROM follows f JOIN users u ON u.id = f.follower_id
    WHERE f.following_id = owner.id
    ORDER BY f.created DESC, f.follower_id LIMIT $2 OFFSET $3
  ) page ON true
  WHERE owner.id = $1`;

/** @param columns the columns that only check-ins or only reviews have */
const activity = (table: string, columns: string): string => `
  SELECT (SELECT count(*)::int FROM ${table} WHERE user_id = $1) AS found, page.*,
    owner.name AS author_name, COALESCE(owner.photo_medium, owner.photo_small, owner.photo_large) AS author_photo
  FROM users owner
  LEFT JOIN LATERAL (
    SELECT a.id, a.source, a.created, ${columns} a.place_id, p.name AS place_name
    FROM ${table} a JOIN places p ON p.id = a.place_id
    WHERE a.user_id = owner.id
    ORDER BY a.created DESC, a.id LIMIT $2 OFFSET $3
  ) page ON true
  WHERE owner.id = $1`;

export const checkins = activity('checkins', '');
export const reviews = activity('reviews', 'a.text, a.rating, a.thumbs_up,');
