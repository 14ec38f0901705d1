import { type Access } from '../../auth/access/access-decorator.js';
import { type TokenKind } from '../../auth/access/principal.js';

const read = { read: 'Reads the directory.' };
const trust = { ...read, trust: 'Acts as a trusted client.' };

/** The kinds of access token (interface section 5) as security schemes, with the grants that bring one. */
export function securitySchemes(baseUrl: string): Record<TokenKind | 'bearer', unknown> {
  const [authorizationUrl, tokenUrl] = [`${baseUrl}/v2/oauth/authorize`, `${baseUrl}/v2/oauth/token`];
  return {
    application: {
      type: 'oauth2',
      description: 'An application token: of a client, on behalf of nobody.',
      flows: { clientCredentials: { tokenUrl, scopes: read } },
    },
    user: {
      type: 'oauth2',
      description: 'A user token: of a client, on behalf of a user. The password grant is for trusted clients.',
      flows: {
        authorizationCode: { authorizationUrl, tokenUrl, refreshUrl: tokenUrl, scopes: read },
        password: { tokenUrl, refreshUrl: tokenUrl, scopes: trust },
      },
    },
    trusted: {
      type: 'oauth2',
      description: 'A token of a client that is marked trusted, with the scope `trust`.',
      flows: { clientCredentials: { tokenUrl, scopes: trust } },
    },
    bearer: {
      type: 'http',
      scheme: 'bearer',
      description: 'A token that you have already, of a kind that the operation takes.',
    },
  };
}

/** What an operation asks of its caller. */
export function securityOf(access: Access | undefined): Record<string, string[]>[] {
  if (access === undefined || access.public) return [];
  return [...access.kinds.map((kind) => ({ [kind]: [kind === 'trusted' ? 'trust' : 'read'] })), { bearer: [] }];
}
