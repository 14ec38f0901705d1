import { z } from 'zod';
import { linkFields, linkSchema, type Links } from '../http/response/links.js';
import { listOf } from '../http/response/list-schema.js';

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

export type PhotoSize = 'small' | 'medium' | 'large' | 'original';

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
  const photos = sizes.flatMap((size) => (user.photos[size] === undefined ? [] : [[size, user.photos[size]] as const]));
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
