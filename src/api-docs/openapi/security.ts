import { type RouteAccess } from '../../auth/access/access-decorator.js';
import { type TokenKind } from '../../auth/access/principal.js';

const read = { read: 'Read the directory.' };
const trust = { ...read, trust: 'Act as a trusted client.' };

/**
 * The kinds of access token as OpenAPI security schemes, with the OAuth flows that issue them.
 *
 * @param hasPasswordGrant whether the settings allow the grant `password`
 */
export function securitySchemes(baseUrl: string, hasPasswordGrant: boolean): Record<TokenKind | 'bearer', unknown> {
  const [authorizationUrl, tokenUrl] = [`${baseUrl}/v2/oauth/authorize`, `${baseUrl}/v2/oauth/token`];
  return {
    application: {
      type: 'oauth2',
      description: 'An application token. It belongs to a client and to no user.',
      flows: { clientCredentials: { tokenUrl, scopes: read } },
    },
    user: {
      type: 'oauth2',
      description: `A user token. A client acts on behalf of a user, by a code with PKCE.${hasPasswordGrant ? ' Only trusted clients may use the password grant.' : ''}`,
      flows: {
        authorizationCode: { authorizationUrl, tokenUrl, refreshUrl: tokenUrl, scopes: read },
        ...(hasPasswordGrant && { password: { tokenUrl, refreshUrl: tokenUrl, scopes: trust } }),
      },
    },
    trusted: {
      type: 'oauth2',
      description: 'A token of a trusted client with the scope `trust`.',
      flows: { clientCredentials: { tokenUrl, scopes: trust } },
    },
    bearer: {
      type: 'http',
      scheme: 'bearer',
      description: 'An existing token of a kind that the operation accepts.',
    },
  };
}

/** The security requirements of an operation. */
export function securityOf(access: RouteAccess | undefined): Record<string, string[]>[] {
  if (access === undefined || access.public) return [];
  return [...access.kinds.map((kind) => ({ [kind]: [kind === 'trusted' ? 'trust' : 'read'] })), { bearer: [] }];
}
