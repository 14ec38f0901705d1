import { z } from 'zod';
import { type RawResponse } from '../../http/routes/documented-decorator.js';
import { problemSchema } from '../../http/problems/problem-schema.js';

/** RFC 6749, section 4.1.1, and RFC 7636, section 4.3. */
export const authorizationRequestSchema = z.object({
  response_type: z.literal('code').describe('What the client wants.'),
  client_id: z.string().describe('The client.'),
  redirect_uri: z.string().optional().describe('Where to send the person back to, as it is registered.'),
  scope: z.string().optional().describe('`read`, and `trust` for trusted clients, separated by spaces.'),
  state: z.string().optional().describe('Comes back as it is.'),
  code_challenge: z.string().optional().describe('The SHA-256 of the code verifier, base64url (RFC 7636).'),
  code_challenge_method: z.literal('S256').optional().describe('How the challenge is made.'),
});

/** What the forms of the pages send, or a client its request by POST. */
export const postedSchema = z.looseObject({
  action: z.enum(['sign-in', 'allow', 'deny', 'switch']).optional().describe('The button of the page.'),
});

const page = { 'text/html': z.string() };

/** A page for the person, or the way back to the client. */
export const authorizeResponses: Record<number | 'default', RawResponse> = {
  200: { description: 'The page on which a person signs in or consents.', content: page },
  303: { description: 'Back to the client, with `code` or `error`; or on to the next page.' },
  default: {
    description: 'A page that says what is wrong; a problem for whoever does not ask for HTML.',
    content: { ...page, 'application/problem+json': problemSchema, 'application/problem+xml': problemSchema },
  },
};
