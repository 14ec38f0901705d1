import { type z } from 'zod';
import { linkFields, type Links } from '../http/response/links.js';
import { type Checkin, type PlaceReference, type Review } from './activity.js';
import { type checkinSchema, type reviewSchema } from './activity-schema.js';

const placeFields = ['place', 'place.id', 'place.name', ...linkFields('place.link')];
const creationFields = [
  'creation',
  ...['author', 'author.id', 'author.name', 'author.photo', 'created'].map((path) => `creation.${path}`),
  ...linkFields('creation.author.link'),
];

/** The paths that `fl` may name. */
export const checkinFields = ['source', ...creationFields, ...placeFields];

/** The paths that `fl` may name. */
export const reviewFields = [
  ...linkFields('link'),
  ...['id', 'text', 'source', 'statistics', 'statistics.rating', 'statistics.thumbsUp'],
  ...creationFields,
  ...placeFields,
];

export function presentCheckin(checkin: Checkin, links: Links): z.output<typeof checkinSchema> {
  return {
    source: checkin.source,
    creation: presentCreation(checkin, links),
    place: presentPlaceReference(checkin.place, links),
  };
}

export function presentReview(review: Review, links: Links): z.output<typeof reviewSchema> {
  return {
    id: review.id,
    link: links.review(review.id),
    text: review.text,
    source: review.source,
    statistics: presentStatistics(review),
    creation: presentCreation(review, links),
    place: presentPlaceReference(review.place, links),
  };
}

function presentStatistics({ rating, thumbsUp }: Review) {
  if (rating === undefined && thumbsUp === undefined) return undefined;
  return { rating, thumbsUp: thumbsUp === undefined ? undefined : String(thumbsUp) };
}

function presentCreation({ author, created }: Checkin, links: Links) {
  const { medium, small, large } = author.photos;
  return {
    author: {
      id: author.id,
      link: links.user(author.id),
      name: author.name,
      photo: medium ?? small ?? large,
    },
    created: created.getTime(),
  };
}

function presentPlaceReference({ id, name }: PlaceReference, links: Links) {
  return { id, name, link: links.placeOfActivity(id) };
}
