import { type RecordKind } from './record-writer.js';
import { category } from './records/category.js';
import { checkin, follow, review } from './records/activity.js';
import { place } from './records/place-tables.js';
import { user } from './records/user.js';

/** The kinds of records, each after the kinds that it refers to. */
export const recordKindNames = ['categories', 'places', 'users', 'follows', 'checkins', 'reviews'] as const;

export type RecordKindName = (typeof recordKindNames)[number];

/** Only the kind that parsed a row stores it, so callers may treat rows as plain objects. */
export const recordKinds: Readonly<Record<RecordKindName, RecordKind<object>>> = {
  categories: category,
  places: place,
  users: user,
  follows: follow,
  checkins: checkin,
  reviews: review,
};
