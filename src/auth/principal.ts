/** Lets a token read the directory. */
export const READ_SCOPE = 'read';

/** Makes the token of a trusted client a trusted token. */
export const TRUST_SCOPE = 'trust';

/** The kinds of access token (docs/tokens.md). */
export type TokenKind = 'application' | 'user' | 'trusted';

/** The client, and perhaps the user, that a valid access token belongs to. */
export interface Principal {
  clientId: string;
  /** The user on whose behalf the client acts; absent in an application token. */
  userId?: string;
  scope: string[];
  /** The client is marked trusted, and the token has the scope `trust`. */
  trusted: boolean;
  /** The quota of the client, `REQUESTS/SECONDS`; absent for the quotas of the settings. */
  quota?: string;
}

/** A trusted token is an application or a user token as well. */
function kindsOf(principal: Principal): TokenKind[] {
  return [
    principal.userId === undefined ? 'application' : 'user',
    ...(principal.trusted ? (['trusted'] as const) : []),
  ];
}

/** Whether the token is of one of these kinds. */
export function isOfKind(principal: Principal, kinds: readonly TokenKind[]): boolean {
  return kindsOf(principal).some((kind) => kinds.includes(kind));
}

/** Whether the scope of the token suffices for a route that accepts these kinds. Routes for trusted tokens need no `read`. */
export function hasSufficientScope(principal: Principal, kinds: readonly TokenKind[]): boolean {
  return principal.scope.includes(READ_SCOPE) || (principal.trusted && kinds.includes('trusted'));
}
