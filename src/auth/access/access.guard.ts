import { type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import { type Request, type Response } from 'express';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { ACCESS, type Access } from './access-decorator.js';
import { scopeMissing, tokenInvalid, tokenMissing, wrongKind } from './challenges.js';
import { me } from './me.js';
import { isOfKind, mayRead, type Principal, type TokenKind } from './principal.js';
import { Quota } from '../quota/quota.js';
import { readToken } from './read-token.js';
import { readScope } from './scopes.js';
import { TokenCache } from '../tokens/token-cache.js';

/** Lets a request through when its token is of a kind that the route takes (design, section 4). */
@Injectable()
export class AccessGuard extends AuthGuard('bearer') {
  constructor(
    private readonly reflector: Reflector,
    private readonly quota: Quota,
    private readonly tokens: TokenCache,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'ACCESS_TOKEN_IN_QUERY'>,
  ) {
    super();
  }

  override async canActivate(execution: ExecutionContext): Promise<boolean> {
    // Every route has its access: access.audit.ts stops the start otherwise.
    const access = this.reflector.get<Access>(ACCESS, execution.getHandler());
    if (access.public) return true;
    const request = execution.switchToHttp().getRequest<Request>();
    const token = readToken(request, this.environment.ACCESS_TOKEN_IN_QUERY);
    if (token === undefined) throw tokenMissing();
    const principal = this.tokens.recall(token) ?? (await this.identify(token, request, execution));
    request.user = principal;
    await this.quota.spend(principal, execution.switchToHttp().getResponse<Response>());
    const needed = neededKinds(access.kinds, request);
    if (!isOfKind(principal, needed)) throw wrongKind(needed);
    if (!mayRead(principal, needed)) throw scopeMissing(readScope);
    return true;
  }

  /** Asks the strategy, for a token that is not at hand. */
  private async identify(token: string, request: Request, execution: ExecutionContext): Promise<Principal> {
    // The strategy reads the header only, and finds there what was decided before.
    request.headers.authorization = `Bearer ${token}`;
    await super.canActivate(execution);
    return request.user as Principal;
  }

  /** Called by the base class with what the strategy came to. */
  override handleRequest<T>(error: unknown, principal: T | false | null): T {
    // That PostgreSQL could not be asked says nothing about the token.
    if (error !== null && error !== undefined) throw error as Error;
    if (!principal) throw tokenInvalid();
    return principal;
  }
}

/** `me` is the user who owns the token, so it takes a user token wherever it stands for a user. */
function neededKinds(kinds: readonly TokenKind[], { params }: Request): readonly TokenKind[] {
  return params.userId === me || params.followingId === me ? kinds.filter((kind) => kind === 'user') : kinds;
}
