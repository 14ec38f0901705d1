import { shownAddress } from '../web-address.js';
import { type PhotoSize, type User } from './user.js';

interface PhotoColumns {
  photo_small: string | null;
  photo_medium: string | null;
  photo_large: string | null;
}

/** A row of `userColumns`. */
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

/** A row of `authorColumns`. */
export interface AuthorRow extends PhotoColumns {
  author_id: string;
  author_name: string;
}

/** The user data that check-ins and reviews show. */
export type Author = Pick<User, 'id' | 'name' | 'photos'>;

const textColumns = ['id', 'name', 'gender', 'photo_small', 'photo_medium', 'photo_large', 'photo_original'];
const counterColumns = ['reviews', 'places', 'photos', 'checkins'];

/** @param table the alias of `users` in the statement */
export function userColumns(table: string): string {
  // As text: `pg` would convert a date to a JavaScript date with a time.
  return [
    ...[...textColumns, ...counterColumns].map((column) => `${table}.${column}`),
    `${table}.birth::text AS birth`,
  ].join(', ');
}

/** @param table the alias of `users` in the statement */
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
  const [small, medium, large] = [row.photo_small, row.photo_medium, row.photo_large].map(shownAddress);
  const shownOriginal = shownAddress(original);
  return {
    ...(small !== undefined && { small }),
    ...(medium !== undefined && { medium }),
    ...(large !== undefined && { large }),
    ...(shownOriginal !== undefined && { original: shownOriginal }),
  };
}
