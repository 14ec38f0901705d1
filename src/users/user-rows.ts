import { type PhotoSize, type User } from './user.js';

interface PhotoColumns {
  photo_small: string | null;
  photo_medium: string | null;
  photo_large: string | null;
}

/** A user as `userColumns` reads one. */
export interface UserRow extends PhotoColumns {
  id: string;
  name: string;
  birth: string | null;
  gender: string | null;
  photo_original: string | null;
  reviews: number;
  places: number;
  photos: number;
  checkins: number;
}

/** An author as `authorColumns` reads one. */
export interface AuthorRow extends PhotoColumns {
  author_id: string;
  author_name: string;
}

/** A user as what they wrote shows them. */
export type Author = Pick<User, 'id' | 'name' | 'photos'>;

const shown = ['id', 'name', 'gender', 'photo_small', 'photo_medium', 'photo_large', 'photo_original'];
const counted = ['reviews', 'places', 'photos', 'checkins'];

/** What is selected of `users`, under the name that it has in the statement. */
export function userColumns(table: string): string {
  // The driver would make a time of a date.
  return [...[...shown, ...counted].map((column) => `${table}.${column}`), `${table}.birth::text AS birth`].join(', ');
}

/** What is selected of `users` where they are authors. */
export function authorColumns(table: string): string {
  const photos = ['photo_small', 'photo_medium', 'photo_large'].map((column) => `${table}.${column}`);
  return [`${table}.id AS author_id`, `${table}.name AS author_name`, ...photos].join(', ');
}

export function toUser(row: UserRow): User {
  const { id, name, birth, gender, reviews, places, photos, checkins } = row;
  return {
    id,
    name,
    ...(birth !== null && { birth }),
    ...(gender !== null && { gender }),
    photos: toPhotos(row, row.photo_original),
    statistics: { reviews, places, photos, checkins },
  };
}

export function toAuthor(row: AuthorRow): Author {
  return { id: row.author_id, name: row.author_name, photos: toPhotos(row) };
}

function toPhotos(row: PhotoColumns, original: string | null = null): Partial<Record<PhotoSize, string>> {
  const { photo_small: small, photo_medium: medium, photo_large: large } = row;
  return {
    ...(small !== null && { small }),
    ...(medium !== null && { medium }),
    ...(large !== null && { large }),
    ...(original !== null && { original }),
  };
}
