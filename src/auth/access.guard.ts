import { type IncomingMessage } from 'node:http';
import { Injectable, type ExecutionContext, Inject } from '@nestjs/common';
import { PassportStrategy, AuthGuard } from '@nestjs/passport';
import { Strategy } from 'passport-http-bearer';
import { Reflector } from '@nestjs/core';
import { type Request, type Response } from 'express';
import { TokenCache } from './token-cache.js';
import { type Principal, type TokenKind, ACCESS, type RouteAccess, me } from './access.js';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { AccessPolicy, invalidToken, missingToken, tokenFromRequest } from './access-policy.js';

/** Passport's strategy `bearer`, which `AccessGuard` runs for tokens that are not in memory. */
@Injectable()
export class BearerStrategy extends PassportStrategy(Strategy, 'bearer') {
  constructor(private readonly tokens: TokenCache) {
    super();
  }

  async validate(token: string): Promise<Principal | false> {
    return (await this.tokens.find(token)) ?? false;
  }
}

/** Authenticates each request by its bearer token, and lets `AccessPolicy` decide. Sets `request.user`. */
@Injectable()
export class AccessGuard extends AuthGuard('bearer') {
  constructor(
    private readonly reflector: Reflector,
    private readonly policy: AccessPolicy,
    private readonly tokens: TokenCache,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'ACCESS_TOKEN_IN_QUERY'>,
  ) {
    super();
  }

  override async canActivate(execution: ExecutionContext): Promise<boolean> {
    // Never undefined: AccessDeclarations stops the start if a route has neither @Access nor @Public.
    const access = this.reflector.get<RouteAccess>(ACCESS, execution.getHandler());
    if (access.public) return true;
    const request = execution.switchToHttp().getRequest<Request>();
    request.context.acceptsTokenInQuery = this.environment.ACCESS_TOKEN_IN_QUERY;
    const token = tokenFromRequest(request, request.context.acceptsTokenInQuery);
    if (token === undefined) throw missingToken();
    const principal = this.tokens.findInMemory(token) ?? (await this.authenticate(token, request, execution));
    request.user = principal;
    request.context.clientId = principal.clientId;
    request.context.userId = principal.userId;
    request.context.isPersonal = namesTokenOwner(request);
    await this.policy.check(
      principal,
      { ...access, kinds: acceptedKinds(access.kinds, request) },
      execution.switchToHttp().getResponse<Response>(),
    );
    return true;
  }

  /**
   * The client of the token of a request, without a look-up. The token may be expired or revoked.
   *
   * @returns undefined if the request has no token, or one that this replica has not seen
   */
  clientOf(request: IncomingMessage): string | undefined {
    try {
      const token = tokenFromRequest(request, this.environment.ACCESS_TOKEN_IN_QUERY);
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

/** Whether the path says `me`. */
function namesTokenOwner({ params }: Request): boolean {
  return params.userId === me || params.followingId === me;
}

/** Where a path says `me`, only user tokens are accepted. */
function acceptedKinds(kinds: readonly TokenKind[], { context }: Request): readonly TokenKind[] {
  return context.isPersonal ? kinds.filter((kind) => kind === 'user') : kinds;
}
