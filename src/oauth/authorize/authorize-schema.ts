import { z } from 'zod';
import { type RawResponse } from '../../http/routes.js';
import { problemSchema } from '../../http/problems.js';

/** RFC 6749, section 4.1.1, and RFC 7636, section 4.3. */
export const authorizationRequestSchema = z.object({
  response_type: z.literal('code').describe('The only supported type.'),
  client_id: z.string().describe('The id of the client.'),
  redirect_uri: z
    .string()
    .optional()
    .describe('A registered redirect URI; may be absent if exactly one is registered.'),
  scope: z.string().optional().describe('`read`, and `trust` for trusted clients, separated by spaces.'),
  state: z.string().optional().describe('Returned to the client unchanged.'),
  code_challenge: z
    .string()
    .optional()
    .describe('The SHA-256 of the code verifier, base64url (RFC 7636). Required, except from old clients.'),
  code_challenge_method: z.literal('S256').optional().describe('The only supported method.'),
});

/** A form of the pages, or an authorization request by POST. */
export const postedSchema = z.looseObject({
  action: z.enum(['sign-in', 'allow', 'deny', 'switch']).optional().describe('The button that the user pressed.'),
});

const page = { 'text/html': z.string() };

/** The documented responses of a page. */
export function pageResponses(
  shown: string,
  redirect = 'A redirect to the next page.',
): Record<number | 'default', RawResponse> {
  return {
    200: { description: shown, content: page },
    303: { description: redirect },
    default: {
      description: 'An error page; a problem document if the request does not accept HTML.',
      content: { ...page, 'application/problem+json': problemSchema, 'application/problem+xml': problemSchema },
    },
  };
}

/** A page for the user, or a redirect to the client. */
export const authorizeResponses = pageResponses(
  'The page on which the user signs in or consents.',
  'A redirect to the client, with `code` or `error`, or to the next page.',
);
