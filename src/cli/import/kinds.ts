import { type RecordKind } from './record-kind.js';
import { category } from './records/category.js';
import { checkin } from './records/checkin.js';
import { follow } from './records/follow.js';
import { place } from './records/place.js';
import { review } from './records/review.js';
import { user } from './records/user.js';

/** What can be imported, in the order in which one needs the other. */
export const kindNames = ['categories', 'places', 'users', 'follows', 'checkins', 'reviews'] as const;

export type KindName = (typeof kindNames)[number];

/** Rows only ever go to the kind that read them, so callers need not know what they hold. */
export const kinds: Readonly<Record<KindName, RecordKind<object>>> = {
  categories: category,
  places: place,
  users: user,
  follows: follow,
  checkins: checkin,
  reviews: review,
};
