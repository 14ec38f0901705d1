import { z } from 'zod';
import { linkSchema } from '../http/response/links.js';
import { listOf } from '../http/response/list-schema.js';

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
  .object({ id: z.string(), name: z.string(), link: linkSchema })
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
        rating: z.string().optional().describe('A number as text.'),
        thumbsUp: z.string().optional().describe('A number as text.'),
      })
      .optional(),
    creation: creationSchema,
    place: placeReferenceSchema,
  })
  .meta({ id: 'Review', selectable: 'record' });

export const checkinList = listOf('CheckinResults', { root: 'checkinResults', items: 'checkins' }, checkinSchema);
export const reviewList = listOf('ReviewResults', { root: 'reviewResults', items: 'reviews' }, reviewSchema);
