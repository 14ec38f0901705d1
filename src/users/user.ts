import { domainToASCII, domainToUnicode } from 'node:url';
import { z } from 'zod';
import { linkSchema, type Links, shownAddress } from '../http/links.js';
import { listOf } from '../http/list-schema.js';

/** The public data of a user. */
export interface User {
  id: string;
  name: string;
  /** `YYYY-MM-DD`. */
  birth?: string;
  gender?: string;
  /** As stored: addresses that must not be shown are among them. */
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

export function presentUser(user: User, links: Links): UserView {
  return present(user, links, allSizes);
}

/** A user in a list: without the original photo. */
export function presentListedUser(user: User, links: Links): UserView {
  return present(user, links, listedSizes);
}

function present(user: User, links: Links, sizes: readonly PhotoSize[]): UserView {
  const photos = sizes.flatMap((size) => {
    const address = shownAddress(user.photos[size]);
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

/** The user data that check-ins and reviews show. */
export type Author = Pick<User, 'id' | 'name' | 'photos'>;

/** A `User` as JSON. @param table the alias of `users` in the statement */
export function userJson(table: string): string {
  return `json_strip_nulls(json_build_object('id', ${table}.id, 'name', ${table}.name, 'birth', ${table}.birth,
    'gender', ${table}.gender, 'photos', ${photosJson(table)}, 'statistics', json_build_object('reviews', ${table}.reviews,
    'places', ${table}.places, 'photos', ${table}.photos, 'checkins', ${table}.checkins)))`;
}

/** An `Author` as JSON. @param table the alias of `users` in the statement */
export function authorJson(table: string): string {
  return `json_build_object('id', ${table}.id, 'name', ${table}.name, 'photos', ${photosJson(table)})`;
}

function photosJson(table: string): string {
  return `json_build_object(${allSizes.map((size) => `'${size}', ${table}.photo_${size}`).join(', ')})`;
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
