import { type z } from 'zod';
import { type JsonSchema } from '../../http/request/parameter.js';

const text = { type: 'string' };
const described = (description: string, schema: JsonSchema = text) => ({ description, schema });

/** The headers of answers. */
export const headers = {
  'X-Request-Id': described('Names the request, in the logs too; the one that was sent, when it is sane.'),
  ETag: described('Sent back as `If-None-Match`, it brings 304 while nothing has changed.'),
  'Cache-Control': described('How long the answer may be reused.'),
  Link: described('The pages around this one (RFC 8288): `first`, `prev`, `next`, `last`.'),
  'X-Ignored-Parameters': described('What nothing here knows: parameters, and names in `fl`; separated by commas.'),
  'Preference-Applied': described('`handling=strict`, where it was asked for.'),
  'WWW-Authenticate': described('What is needed (RFC 6750).'),
  'Retry-After': described('Seconds after which to ask again.', { type: 'integer', minimum: 0 }),
  'RateLimit-Policy': described(
    'What the client may ask in a window of time, where it has a quota: `"user";q=1000;w=60`.',
  ),
  RateLimit: described('What is left of it, and the seconds until it begins anew: `"user";r=999;t=60`.'),
  Allow: described('The methods that the address takes.'),
} as const;

type HeaderName = keyof typeof headers;

export function successHeaders(schema: z.ZodType): HeaderName[] {
  const isList = 'shape' in schema && 'header' in (schema.shape as object);
  return [
    'X-Request-Id',
    'ETag',
    'Cache-Control',
    ...(isList ? (['Link'] as const) : []),
    'X-Ignored-Parameters',
    'Preference-Applied',
    'RateLimit-Policy',
    'RateLimit',
  ];
}

export function problemHeaders(status: number): HeaderName[] {
  const own: Partial<Record<number, HeaderName>> = {
    401: 'WWW-Authenticate',
    403: 'WWW-Authenticate',
    429: 'Retry-After',
    503: 'Retry-After',
  };
  return ['X-Request-Id', ...(own[status] ? [own[status]] : [])];
}

/** References to headers by name. */
export function references(names: readonly HeaderName[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
