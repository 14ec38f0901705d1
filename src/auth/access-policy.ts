import { type IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { type Response } from 'express';
import { Quota } from './quota.js';
import { TokenCache } from './token-cache.js';
import {
  type RouteAccess,
  isOfKind,
  hasSufficientScope,
  type Principal,
  type TokenKind,
  READ_SCOPE,
} from './access.js';
import { ProblemError } from '../http/problems.js';

type RequiredAccess = Omit<RouteAccess & { public: false }, 'public'>;

/** Decides whether a valid token may call a route. The guard and the cached-response fast path both ask here. */
@Injectable()
export class AccessPolicy {
  constructor(
    private readonly tokens: TokenCache,
    private readonly quota: Quota,
  ) {}

  /**
   * Counts the request against the client's quota, then checks the kind and the scope of the token. An allowed request also counts
   * against the quota of the route.
   *
   * @param access `kinds`: the kinds of token that the route accepts
   * @throws ProblemError `quota_exceeded`, `token_kind` or `insufficient_scope`
   */
  async check(principal: Principal, { kinds, quota }: RequiredAccess, response: Response): Promise<void> {
    await this.quota.consume(principal, response);
    const decision = decideAccess(principal, kinds);
    if (decision === 'wrong_kind') throw wrongTokenKind(kinds);
    if (decision === 'missing_scope') throw missingScope(READ_SCOPE);
    if (quota !== undefined) await this.quota.consumeOfRoute(quota, principal, response);
  }

  /**
   * Authenticates a request without waiting.
   *
   * @returns undefined if the guard has to decide: the token is not in memory or not accepted, or the token or the route has a quota.
   *   Responses report the state of a quota, so it must be counted first
   */
  authenticateFromCache(
    request: Pick<IncomingMessage, 'headers'>,
    { kinds, quota }: RequiredAccess,
  ): Principal | undefined {
    if (quota !== undefined && this.quota.isLimited(quota)) return undefined;
    const token = tokenFromHeader(request);
    if (token === undefined) return undefined;
    return this.tokens.findInMemory(
      token,
      (principal) => decideAccess(principal, kinds) === 'allowed' && !this.quota.appliesTo(principal),
    );
  }
}

function decideAccess(principal: Principal, kinds: readonly TokenKind[]): 'allowed' | 'wrong_kind' | 'missing_scope' {
  if (!isOfKind(principal, kinds)) return 'wrong_kind';
  return hasSufficientScope(principal, kinds) ? 'allowed' : 'missing_scope';
}

const realm = 'Bearer realm="place-directory"';

const kindNames: Record<TokenKind, string> = {
  application: 'an application token',
  user: 'a user token',
  trusted: 'a token of a trusted client with the scope trust',
};

/** RFC 6750 section 3.1: a request without a token gets a challenge without an error code. */
export function missingToken(): ProblemError {
  return new ProblemError('token_missing', 'Send Authorization: Bearer <ACCESS_TOKEN>.', challenge());
}

export function invalidToken(): ProblemError {
  const detail = 'The access token is unknown, expired or revoked.';
  return new ProblemError('token_invalid', detail, challenge('invalid_token', detail));
}

/** RFC 6750 section 3.1: the token was sent in more than one way. */
function ambiguousToken(): ProblemError {
  const detail = 'Send the access token once: in Authorization or in the query.';
  return new ProblemError('ambiguous_token', detail, {
    ...challenge('invalid_request', detail),
    errors: [
      { parameter: 'access_token', reason: 'was sent in more than one way', allowed: ['Authorization: Bearer'] },
    ],
  });
}

function wrongTokenKind(accepted: readonly TokenKind[]): ProblemError {
  const detail = `This path needs ${accepted.map((kind) => kindNames[kind]).join(' or ')}.`;
  return new ProblemError('token_kind', detail, challenge('insufficient_scope', detail));
}

/** RFC 6750 section 3.1: the challenge names the required scope. */
function missingScope(scope: string): ProblemError {
  const detail = `This path needs a token with the scope ${scope}.`;
  return new ProblemError('insufficient_scope', detail, challenge('insufficient_scope', detail, scope));
}

function challenge(error?: string, description?: string, scope?: string): { headers: Record<string, string> } {
  const parts = [realm];
  if (error !== undefined) parts.push(`error="${error}"`, `error_description="${description ?? ''}"`);
  if (scope !== undefined) parts.push(`scope="${scope}"`);
  return { headers: { 'WWW-Authenticate': parts.join(', ') } };
}

/**
 * Reads the bearer token of a request (RFC 6750) from `Authorization`, or from `access_token` in the query.
 *
 * @param inQuery whether the query may hold the token
 * @returns undefined if the request has no token
 * @throws ProblemError `ambiguous_token` if the request has more than one token
 */
export function tokenFromRequest(
  request: Pick<IncomingMessage, 'headers' | 'context'>,
  inQuery: boolean,
): string | undefined {
  const header = tokenFromHeader(request);
  const tokens = inQuery
    ? request.context.query.pairs.flatMap(([name, value]) => (name === 'access_token' && value !== '' ? [value] : []))
    : [];
  if (header !== undefined) tokens.push(header);
  if (tokens.length > 1) throw ambiguousToken();
  return tokens[0];
}

/** The token in `Authorization`: all text after the scheme. Does not check its form, because a malformed token is never found. */
function tokenFromHeader({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  return /^bearer +(\S.*)$/i.exec(headers.authorization ?? '')?.[1]?.trimEnd();
}
