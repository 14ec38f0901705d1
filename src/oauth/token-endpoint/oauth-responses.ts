import { type z } from 'zod';
import { type RawResponse } from '../../http/routes/documented-decorator.js';
import { oauthErrorSchema } from './oauth-schema.js';

/** What an endpoint of clients answers: this, or why not (RFC 6749, section 5.2). */
export function oauthResponses(description: string, schema?: z.ZodType): Record<number | 'default', RawResponse> {
  const failure = (text: string): RawResponse => ({
    description: text,
    content: { 'application/json': oauthErrorSchema },
  });
  return {
    200: { description, ...(schema && { content: { 'application/json': schema } }) },
    400: failure('The request or what it grants is not good.'),
    401: failure('The client is unknown, disabled or not authenticated.'),
    429: failure('Too many attempts have failed; `Retry-After` says when the next one counts.'),
    503: failure('`temporarily_unavailable`: nothing is wrong with the request; `Retry-After` says when to try again.'),
    default: failure('Whatever else fails.'),
  };
}
