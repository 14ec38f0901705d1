import { domainToASCII, domainToUnicode } from 'node:url';
import { z } from 'zod';
import { linkFields, linkSchema, type Links, shownAddress } from '../http/links.js';
import { listOf } from '../http/list-schema.js';

/** The public data of a user. */
export interface User {
  id: string;
  name: string;
  /** `YYYY-MM-DD`. */
  birth?: string;
  gender?: string;
  photos: Partial<Record<PhotoSize, string>>;
  statistics: { reviews: number; places: number; photos: number; checkins: number };
}

type PhotoSize = 'small' | 'medium' | 'large' | 'original';

/** A user in a response. */
export const userSchema = z
  .object({
    id: z.string(),
    link: linkSchema,
    name: z.string(),
    birth: z
      .string()
      .regex(/^\d{2}-\d{2}-\d{4}$/)
      .optional()
      .describe('Day, month and year.'),
    gender: z.string().optional(),
    photos: z
      .object({
        small: z.string().optional(),
        medium: z.string().optional(),
        large: z.string().optional(),
        original: z.string().optional().describe('Not in lists.'),
      })
      .optional()
      .describe('Addresses of pictures.'),
    statistics: z.object({
      reviews: z.int().min(0),
      places: z.int().min(0),
      photos: z.int().min(0),
      checkins: z.int().min(0),
    }),
  })
  .meta({ id: 'User', selectable: 'record' });

export const userList = listOf('UserResults', { root: 'userResults', items: 'users' }, userSchema);

type UserView = z.output<typeof userSchema>;

const listedSizes: readonly PhotoSize[] = ['small', 'medium', 'large'];

const allSizes: readonly PhotoSize[] = [...listedSizes, 'original'];

/** The paths that `fl` may name. */
export const userFields = [
  'id',
  ...linkFields('link'),
  'name',
  'birth',
  'gender',
  'photos',
  ...allSizes.map((size) => `photos.${size}`),
  'statistics',
  ...['reviews', 'places', 'photos', 'checkins'].map((counter) => `statistics.${counter}`),
];

export function presentUser(user: User, links: Links): UserView {
  return present(user, links, allSizes);
}

/** A user in a list: without the original photo. */
export function presentListedUser(user: User, links: Links): UserView {
  return present(user, links, listedSizes);
}

function present(user: User, links: Links, sizes: readonly PhotoSize[]): UserView {
  const photos = sizes.flatMap((size) => {
    const address = user.photos[size];
    return address === undefined ? [] : [[size, links.picture(address)] as const];
  });
  const { reviews, places, photos: taken, checkins } = user.statistics;
  return {
    id: user.id,
    link: links.user(user.id),
    name: user.name,
    birth: user.birth === undefined ? undefined : dayMonthYear(user.birth),
    gender: user.gender,
    photos: photos.length === 0 ? undefined : Object.fromEntries(photos),
    statistics: { reviews, places, photos: taken, checkins },
  };
}

/** Converts `YYYY-MM-DD` to `DD-MM-YYYY`. */
function dayMonthYear(date: string): string {
  return date.split('-').reverse().join('-');
}

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

/** The syntax of an e-mail address, international addresses included. */
export const emailAddress = z.string().max(320).regex(z.regexes.unicodeEmail, 'is not an e-mail address');

/** A domain that has two forms: in Unicode, and in ASCII with `xn--` (RFC 5891). */
const INTERNATIONAL = /[^\p{ASCII}]|xn--/iu;

/** The address as it is stored: an international domain in Unicode and in lower case. Any other text stays as it is. */
export function storedEmail(address: string): string {
  return withDomain(address, domainToUnicode);
}

/**
 * The texts under which an address may be stored: as given, and with both forms of its domain. Not only the import writes users, so
 * each form can occur. Statements compare them without case.
 */
export function emailForms(address: string): [given: string, unicode: string, ascii: string] {
  return [address, storedEmail(address), withDomain(address, domainToASCII)];
}

/** @param convert returns an empty text for an invalid domain */
function withDomain(address: string, convert: (domain: string) => string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  const converted = at > 0 && INTERNATIONAL.test(domain) ? convert(domain) : '';
  return converted === '' ? address : `${address.slice(0, at)}@${converted}`;
}
