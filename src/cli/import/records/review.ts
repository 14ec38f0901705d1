import { ratingScale } from '../../../places/place.js';
import { type Table } from '../upsert.js';
import { decimal, identifier, maxInteger, timestamp, optional, record, required, text, wholeNumber } from './fields.js';
import { referringKind } from './referring-kind.js';

const reviews: Table = {
  name: 'reviews',
  key: ['id'],
  columns: {
    id: 'text',
    user_id: 'text',
    place_id: 'text',
    text: 'text',
    source: 'text',
    rating: 'numeric',
    thumbs_up: 'integer',
    created: 'timestamptz',
  },
};

const schema = record({
  id: required(identifier()),
  user: required(identifier()),
  place: required(identifier()),
  text: optional(text(10_000)),
  source: optional(text(500)),
  rating: optional(decimal(ratingScale.min, ratingScale.max)),
  thumbsUp: optional(wholeNumber(maxInteger)),
  created: required(timestamp),
}).transform(({ user, place, thumbsUp, ...rest }) => ({
  ...rest,
  user_id: user,
  place_id: place,
  thumbs_up: thumbsUp,
}));

/** `{id, user, place, text, source, rating, thumbsUp, created}` */
export const review = referringKind(schema, reviews, { user: 'users', place: 'places' });
