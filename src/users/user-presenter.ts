import { type z } from 'zod';
import { linkFields, type Links } from '../http/response/links.js';
import { type PhotoSize, type User } from './user.js';
import { type userSchema } from './user-schema.js';

type UserView = z.output<typeof userSchema>;

const listed: readonly PhotoSize[] = ['small', 'medium', 'large'];
const whole: readonly PhotoSize[] = [...listed, 'original'];

/** Every field of a user, as `fl` may name it. */
export const userFields = [
  'id',
  ...linkFields('link'),
  'name',
  'birth',
  'gender',
  'photos',
  ...whole.map((size) => `photos.${size}`),
  'statistics',
  ...['reviews', 'places', 'photos', 'checkins'].map((counter) => `statistics.${counter}`),
];

/** A user on its own (interface section 2.2). */
export function presentUser(user: User, links: Links): UserView {
  return present(user, links, whole);
}

/** A user in a list, with fewer photos. */
export function presentListedUser(user: User, links: Links): UserView {
  return present(user, links, listed);
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

/** `YYYY-MM-DD` to the interface's `DD-MM-YYYY`. */
function dayMonthYear(date: string): string {
  return date.split('-').reverse().join('-');
}
