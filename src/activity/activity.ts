import { z } from 'zod';
import { linkSchema, type Links, shownAddress } from '../http/links.js';
import { listOf } from '../http/list-schema.js';
import { type ReaderLanguage } from '../http/reader-languages.js';
import { type NamedPlace, nameIn } from '../places/names.js';
import { ratingText } from '../places/place.js';
import { type Author } from '../users/user.js';

interface PlaceReference extends NamedPlace {
  id: string;
}

/** The common part of check-ins and reviews. */
interface Activity {
  id: string;
  source?: string;
  author: Author;
  /** Milliseconds since the Unix epoch. */
  created: number;
  place: PlaceReference;
}

export type Checkin = Activity;

export interface Review extends Activity {
  text?: string;
  /** Decimal text. */
  rating?: string;
  thumbsUp?: number;
}

const creationSchema = z
  .object({
    author: z.object({
      id: z.string(),
      link: linkSchema,
      name: z.string(),
      photo: z.string().optional().describe('The address of a picture.'),
    }),
    created: z.int().describe('Milliseconds since the Unix epoch, negative before it.'),
  })
  .meta({ id: 'Creation', description: 'The author, and the time of creation.', selectable: 'part' });

const placeReferenceSchema = z
  .object({
    id: z.string(),
    name: z.string().describe('In the language of `lang` or `Accept-Language`, if the place has such a name.'),
    link: linkSchema,
  })
  .meta({ id: 'PlaceReference', description: 'The place of the check-in or review.', selectable: 'part' });

export const checkinSchema = z
  .object({ source: z.string().optional(), creation: creationSchema, place: placeReferenceSchema })
  .meta({ id: 'Checkin', selectable: 'part' });

export const reviewSchema = z
  .object({
    id: z.string(),
    link: linkSchema,
    text: z.string().optional(),
    source: z.string().optional(),
    statistics: z
      .object({
        rating: z.string().optional().describe(`A decimal number as text, ${ratingText}.`),
        thumbsUp: z.string().optional().describe('A number as text.'),
      })
      .optional(),
    creation: creationSchema,
    place: placeReferenceSchema,
  })
  .meta({ id: 'Review', selectable: 'record' });

export const checkinList = listOf('CheckinResults', { root: 'checkinResults', items: 'checkins' }, checkinSchema);
export const reviewList = listOf('ReviewResults', { root: 'reviewResults', items: 'reviews' }, reviewSchema);

/** What a reader gets. */
export interface Reader {
  readonly links: Links;
  readonly languages: readonly ReaderLanguage[];
}

export function presentCheckin(checkin: Checkin, reader: Reader): z.output<typeof checkinSchema> {
  return {
    source: checkin.source,
    creation: presentCreation(checkin, reader.links),
    place: presentPlaceReference(checkin.place, reader),
  };
}

export function presentReview(review: Review, reader: Reader): z.output<typeof reviewSchema> {
  return {
    id: review.id,
    link: reader.links.review(review.id),
    text: review.text,
    source: review.source,
    statistics: presentStatistics(review),
    creation: presentCreation(review, reader.links),
    place: presentPlaceReference(review.place, reader),
  };
}

function presentStatistics({ rating, thumbsUp }: Review) {
  if (rating === undefined && thumbsUp === undefined) return undefined;
  return { rating, thumbsUp: thumbsUp === undefined ? undefined : String(thumbsUp) };
}

function presentCreation({ author, created }: Checkin, links: Links) {
  const { medium, small, large } = author.photos;
  const photo = [medium, small, large].map(shownAddress).find((address) => address !== undefined);
  return {
    author: {
      id: author.id,
      link: links.user(author.id),
      name: author.name,
      photo: photo === undefined ? undefined : links.picture(photo),
    },
    created,
  };
}

function presentPlaceReference(place: PlaceReference, { links, languages }: Reader) {
  return { id: place.id, name: nameIn(place, languages), link: links.placeOfActivity(place.id) };
}
