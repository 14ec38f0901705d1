import { type IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { type Response } from 'express';
import { Quota } from '../quota/quota.js';
import { TokenCache } from '../tokens/token-cache.js';
import { type RouteAccess } from './access-decorator.js';
import { scopeMissing, wrongKind } from './challenges.js';
import { isOfKind, hasSufficientScope, type Principal, type TokenKind, READ_SCOPE } from './principal.js';
import { tokenFromHeader } from './read-token.js';

type RequiredAccess = Omit<RouteAccess & { public: false }, 'public'>;

/** Decides whether a valid token may call a route. The guard and the cached-response fast path both ask here. */
@Injectable()
export class AccessPolicy {
  constructor(
    private readonly tokens: TokenCache,
    private readonly quota: Quota,
  ) {}

  /**
   * Counts the request against the client's quota, then checks the kind and the scope of the token. A request that is allowed
   * counts against the quota of the route, too.
   *
   * @param access `kinds`: the kinds of token that the route accepts
   * @throws ProblemError `quota_exceeded`, `token_kind` or `insufficient_scope`
   */
  async check(principal: Principal, { kinds, quota }: RequiredAccess, response: Response): Promise<void> {
    await this.quota.consume(principal, response);
    const decision = decideAccess(principal, kinds);
    if (decision === 'wrong_kind') throw wrongKind(kinds);
    if (decision === 'missing_scope') throw scopeMissing(READ_SCOPE);
    if (quota !== undefined) await this.quota.consumeOfRoute(quota, principal, response);
  }

  /**
   * Authenticates a request without waiting.
   *
   * @returns undefined if the guard has to decide: the token is not in memory, is not accepted, or it or the route has a
   *   quota, whose state each response reports
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
