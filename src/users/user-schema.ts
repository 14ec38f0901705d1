import { z } from 'zod';
import { linkSchema } from '../http/response/links.js';
import { listOf } from '../http/response/list-schema.js';

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
