/** The kinds of access token (interface section 5). */
export type TokenKind = 'application' | 'user' | 'trusted';

/** Whom a valid access token speaks for. */
export interface Principal {
  clientId: string;
  /** The user on whose behalf the client acts; absent in an application token. */
  userId?: string;
  scope: string[];
  /** Its client is marked trusted and its scope holds `trust`. */
  trusted: boolean;
}

/** A trusted client's own token is an application token as well (design, section 4). */
export function kindsOf(principal: Principal): TokenKind[] {
  return [
    principal.userId === undefined ? 'application' : 'user',
    ...(principal.trusted ? (['trusted'] as const) : []),
  ];
}
