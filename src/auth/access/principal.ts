import { readScope } from './scopes.js';

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
function kindsOf(principal: Principal): TokenKind[] {
  return [
    principal.userId === undefined ? 'application' : 'user',
    ...(principal.trusted ? (['trusted'] as const) : []),
  ];
}

/** Whether a token is of one of these kinds. */
export function isOfKind(principal: Principal, needed: readonly TokenKind[]): boolean {
  return kindsOf(principal).some((kind) => needed.includes(kind));
}

/** Whether the scope of a token is enough to read what takes these kinds. What makes a token a trusted one is its scope. */
export function mayRead(principal: Principal, needed: readonly TokenKind[]): boolean {
  return principal.scope.includes(readScope) || (principal.trusted && needed.includes('trusted'));
}
