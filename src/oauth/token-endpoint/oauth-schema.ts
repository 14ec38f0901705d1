import { z } from 'zod';
import { grantTypes } from '../../auth/client-store.js';
import { type RawResponse } from '../../http/routes.js';

const credentials = {
  client_id: z.string().optional().describe('Here, or as the user name of Basic authentication.'),
  client_secret: z
    .string()
    .optional()
    .describe('Here, or as the password of Basic authentication. Public clients have no secret.'),
};

/** RFC 6749, sections 4 and 6. */
export const tokenRequestSchema = z
  .object({
    grant_type: z.enum(grantTypes),
    ...credentials,
    scope: z
      .string()
      .optional()
      .describe(
        '`read`, and `trust` for trusted clients, separated by spaces. If absent, all scopes that the client may have.',
      ),
    code: z.string().optional().describe('`authorization_code`: the code from the redirect.'),
    redirect_uri: z.string().optional().describe('`authorization_code`: the same as in the authorization request.'),
    code_verifier: z.string().optional().describe('`authorization_code`: PKCE (RFC 7636).'),
    refresh_token: z.string().optional().describe('`refresh_token`: the newest refresh token. Each can be used once.'),
    username: z.string().optional().describe('`password`: the e-mail address of the user.'),
    password: z.string().optional().describe('`password`'),
  })
  .meta({ id: 'TokenRequest' });

/** RFC 6749, section 5.1. */
export const tokenSchema = z
  .object({
    access_token: z.string(),
    token_type: z.literal('bearer'),
    expires_in: z.int().min(1).describe('Seconds.'),
    scope: z.string().describe('The granted scopes, separated by spaces.'),
    refresh_token: z.string().optional(),
  })
  .meta({ id: 'Token' });

/** RFC 6749, section 5.2. */
const oauthErrorSchema = z
  .object({ error: z.string(), error_description: z.string() })
  .meta({ id: 'OAuthError', description: 'An error of the OAuth endpoints (RFC 6749, section 5.2).' });

/** RFC 7009, section 2.1, and RFC 7662, section 2.1. */
export const tokenHandleSchema = z
  .object({ token: z.string(), token_type_hint: z.string().optional(), ...credentials })
  .meta({ id: 'TokenHandle' });

/** RFC 7662, section 2.2. */
export const introspectionSchema = z
  .object({
    active: z.boolean(),
    scope: z.string().optional(),
    client_id: z.string().optional(),
    token_type: z.string().optional(),
    exp: z.int().optional().describe('Seconds since the epoch.'),
    iat: z.int().optional().describe('Seconds since the epoch.'),
    sub: z.string().optional().describe('The id of the user; absent in an application token.'),
    iss: z.string().optional(),
  })
  .meta({ id: 'Introspection' });

const url = z.url();

const names = z.array(z.string());

/** RFC 8414, section 2. */
export const authorizationServerSchema = z
  .object({
    issuer: url,
    authorization_endpoint: url,
    token_endpoint: url,
    revocation_endpoint: url,
    introspection_endpoint: url,
    scopes_supported: names,
    response_types_supported: names,
    response_modes_supported: names,
    grant_types_supported: names,
    token_endpoint_auth_methods_supported: names,
    revocation_endpoint_auth_methods_supported: names,
    introspection_endpoint_auth_methods_supported: names,
    code_challenge_methods_supported: names,
    authorization_response_iss_parameter_supported: z.boolean(),
    ui_locales_supported: names,
  })
  .meta({ id: 'AuthorizationServer' });

/** RFC 9728, section 2. */
export const protectedResourceSchema = z
  .object({
    resource: url,
    authorization_servers: z.array(url),
    scopes_supported: names,
    bearer_methods_supported: names,
    resource_name: z.string(),
  })
  .meta({ id: 'ProtectedResource' });

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
