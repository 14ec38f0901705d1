import { type IncomingMessage } from 'node:http';
import { Injectable, type ExecutionContext, Inject } from '@nestjs/common';
import { PassportStrategy, AuthGuard } from '@nestjs/passport';
import { Strategy } from 'passport-http-bearer';
import { Reflector } from '@nestjs/core';
import { type Request, type Response } from 'express';
import { TokenCache } from './token-cache.js';
import {
  type Principal,
  type TokenKind,
  ACCESS,
  type RequiredAccess,
  type RouteAccess,
  me,
  isOfKind,
  hasSufficientScope,
} from './access.js';
import { READ_SCOPE } from './scopes.js';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { Quota } from './quota.js';
import { ambiguousToken, invalidToken, missingScope, missingToken, wrongTokenKind } from './token-problems.js';

/** Passport is Nest's usual way to authenticate. `AccessGuard` runs this strategy for tokens that are not in memory. */
@Injectable()
export class BearerStrategy extends PassportStrategy(Strategy, 'bearer') {
  constructor(private readonly tokens: TokenCache) {
    super();
  }

  async validate(token: string): Promise<Principal | false> {
    return (await this.tokens.fetch(token)) ?? false;
  }
}

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
   * @param access what the route requires; on a path with `me`, the guard has taken out all kinds but `user`
   * @throws ProblemError `quota_exceeded`, `token_kind` or `insufficient_scope`
   */
  async admit(principal: Principal, { kinds, quota }: RequiredAccess, response: Response): Promise<void> {
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
   *   A response reports what is left of the quota, so the request must be counted before it is sent
   */
  authenticateFromCache(
    request: Pick<IncomingMessage, 'headers'>,
    { kinds, quota }: RequiredAccess,
  ): Principal | undefined {
    if (quota !== undefined && this.quota.countsRoute(quota)) return undefined;
    const token = tokenFromHeader(request);
    if (token === undefined) return undefined;
    return this.tokens.peek(
      token,
      (principal) => decideAccess(principal, kinds) === 'allowed' && !this.quota.countsToken(principal),
    );
  }
}

/** Authenticates each request by its bearer token, and lets `AccessPolicy` decide. Sets `request.user`. */
@Injectable()
export class AccessGuard extends AuthGuard('bearer') {
  private readonly acceptsTokenInQuery: boolean;

  constructor(
    private readonly reflector: Reflector,
    private readonly policy: AccessPolicy,
    private readonly tokens: TokenCache,
    @Inject(ENVIRONMENT) { OLD_CLIENTS: oldClients }: Pick<Environment, 'OLD_CLIENTS'>,
  ) {
    super();
    this.acceptsTokenInQuery = oldClients.includes('token-in-query');
  }

  override async canActivate(execution: ExecutionContext): Promise<boolean> {
    // Never undefined: AccessDeclarations stops the start if a route has neither @Access nor @Public.
    const access = this.reflector.get<RouteAccess>(ACCESS, execution.getHandler());
    if (access.public) return true;
    const request = execution.switchToHttp().getRequest<Request>();
    request.context.acceptsTokenInQuery = this.acceptsTokenInQuery;
    const token = tokenFromRequest(request, request.context.acceptsTokenInQuery);
    if (token === undefined) throw missingToken();
    const principal = this.tokens.peek(token) ?? (await this.authenticate(token, request, execution));
    request.user = principal;
    request.context.clientId = principal.clientId;
    request.context.userId = principal.userId;
    const saysMe = namesTokenOwner(request);
    request.context.isPersonal = saysMe;
    const kinds = saysMe ? access.kinds.filter((kind) => kind === 'user') : access.kinds;
    await this.policy.admit(principal, { ...access, kinds }, execution.switchToHttp().getResponse<Response>());
    return true;
  }

  /**
   * The client of the token of a request, without a look-up. The token may be expired or revoked.
   *
   * @returns undefined if the request has no token, or one that this replica has not seen
   */
  clientOf(request: IncomingMessage): string | undefined {
    try {
      const token = tokenFromRequest(request, this.acceptsTokenInQuery);
      return token === undefined ? undefined : this.tokens.clientOf(token);
    } catch {
      // More than one token: the guard rejects it.
      return undefined;
    }
  }

  /** Runs Passport, which calls `BearerStrategy.validate` and then `handleRequest` below. */
  private async authenticate(token: string, request: Request, execution: ExecutionContext): Promise<Principal> {
    // The strategy reads this header only. The token may have been in the query.
    request.headers.authorization = `Bearer ${token}`;
    await super.canActivate(execution);
    return request.user as Principal;
  }

  /** Passport calls this with the principal, or with the error. */
  override handleRequest<T>(error: unknown, principal: T | false | null): T {
    // A failure of PostgreSQL says nothing about the token: it must not become a 401.
    if (error !== null && error !== undefined) throw error as Error;
    if (!principal) throw invalidToken();
    return principal;
  }
}

/** Whether the path says `me`. Then only user tokens are accepted. */
function namesTokenOwner({ params }: Request): boolean {
  return params.userId === me || params.followingId === me;
}

function decideAccess(principal: Principal, kinds: readonly TokenKind[]): 'allowed' | 'wrong_kind' | 'missing_scope' {
  if (!isOfKind(principal, kinds)) return 'wrong_kind';
  return hasSufficientScope(principal, kinds) ? 'allowed' : 'missing_scope';
}

/**
 * Reads the bearer token of a request (RFC 6750) from `Authorization`, or from `access_token` in the query.
 *
 * @param inQuery whether the query may hold the token
 * @returns undefined if the request has no token
 * @throws ProblemError `ambiguous_token` if the request has more than one token
 */
function tokenFromRequest(request: Pick<IncomingMessage, 'headers' | 'context'>, inQuery: boolean): string | undefined {
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
