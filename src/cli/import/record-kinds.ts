import { type RecordKind } from './record-writer.js';
import { category } from './records/category.js';
import { checkin, follow, review } from './records/activity.js';
import { place } from './records/place-tables.js';
import { user } from './records/user.js';

/** The kinds of records, each after the kinds that it refers to. */
export const recordKindNames = ['categories', 'places', 'users', 'follows', 'checkins', 'reviews'] as const;

export type RecordKindName = (typeof recordKindNames)[number];

/** A row goes back to the kind that parsed it, so its type is hidden as `object`. */
export const recordKinds: Readonly<Record<RecordKindName, RecordKind<object>>> = {
  categories: category,
  places: place,
  users: user,
  follows: follow,
  checkins: checkin,
  reviews: review,
};
