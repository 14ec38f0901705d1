import { type z } from 'zod';
import { type RawResponse } from '../../http/routes/documented-decorator.js';
import { oauthErrorSchema } from './oauth-schema.js';

/** The documented responses of an OAuth endpoint: a success, and the errors of RFC 6749, section 5.2. */
export function oauthResponses(description: string, schema?: z.ZodType): Record<number | 'default', RawResponse> {
  const failure = (text: string): RawResponse => ({
    description: text,
    content: { 'application/json': oauthErrorSchema },
  });
  return {
    200: { description, ...(schema && { content: { 'application/json': schema } }) },
    400: failure('The request is malformed, or the code, token or scope is not valid.'),
    401: failure('The client is unknown, disabled or not authenticated.'),
    429: failure('Too many attempts have failed. Retry after `Retry-After` seconds.'),
    503: failure(
      '`temporarily_unavailable`: the service cannot process the request now. Retry after `Retry-After` seconds.',
    ),
    default: failure('Any other error.'),
  };
}
