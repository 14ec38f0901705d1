import { type z } from 'zod';
import { linkFields, type Links } from '../http/response/links.js';
import { type PhotoSize, type User } from './user.js';
import { type userSchema } from './user-schema.js';

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
