import {
  SetMetadata,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { type Request } from 'express';
import { Reflector } from '@nestjs/core';
import { readSegment } from '../http/parameters.js';
import { type DeclaredRoute, DeclaredRoutes } from '../http/routes.js';
import { READ_SCOPE } from './scopes.js';

/** Quotas of single routes. They hold for all clients. */
export type RouteQuota = 'email_check';

/** A token of one of these kinds. Requests may count against a quota of the route. */
export interface RequiredAccess {
  kinds: readonly TokenKind[];
  quota?: RouteQuota;
}

/** What a route requires: a token, or nothing. */
export type RouteAccess = { public: true } | ({ public: false } & RequiredAccess);

/** Metadata key of the decorators below. `AccessGuard` reads it. */
export const ACCESS = Symbol('ACCESS');

/** The route accepts tokens of these kinds. `AccessDeclarations` checks that each route has this or `@Public()`. */
export const Access = (...kinds: [TokenKind, ...TokenKind[]]) =>
  SetMetadata<symbol, RouteAccess>(ACCESS, { public: false, kinds });

/** As `@Access`. The requests also count against a quota of this route. */
export const CountedAccess = (quota: RouteQuota, ...kinds: [TokenKind, ...TokenKind[]]) =>
  SetMetadata<symbol, RouteAccess>(ACCESS, { public: false, kinds, quota });

/** The route needs no token. */
export const Public = () => SetMetadata<symbol, RouteAccess>(ACCESS, { public: true });

/** The path segment that stands for the user who owns the access token. */
export const me = 'me';

/** Parameter decorator: a user id in the path, with `me` resolved. The guard ensures a user token for `me`. */
export const UserSegment = createParamDecorator((name: string, execution: ExecutionContext): string => {
  const request = execution.switchToHttp().getRequest<Request>();
  const segment = readSegment(request, name);
  return segment === me ? ((request.user as Principal).userId ?? segment) : segment;
});

type RouteWithAccess = DeclaredRoute & { access: RouteAccess | undefined };

/** Stops the start if a route has neither `@Access` nor `@Public`, so that no route is open by mistake. */
@Injectable()
export class AccessDeclarations implements OnApplicationBootstrap {
  constructor(
    private readonly declared: DeclaredRoutes,
    private readonly reflector: Reflector,
  ) {}

  onApplicationBootstrap(): void {
    const undeclared = this.routes().filter((route) => route.access === undefined);
    if (undeclared.length > 0) {
      throw new Error(`Routes without @Access or @Public: ${undeclared.map((route) => route.name).join(', ')}`);
    }
  }

  /** All routes of all controllers, with their access. */
  routes(): RouteWithAccess[] {
    return this.declared
      .all()
      .map((route) => ({ ...route, access: this.reflector.get<RouteAccess | undefined>(ACCESS, route.handler) }));
  }
}

/** The kinds of access token (docs/tokens.md). */
export type TokenKind = 'application' | 'user' | 'trusted';

/** The client, and perhaps the user, that a valid access token belongs to. */
export interface Principal {
  clientId: string;
  /** The user on whose behalf the client acts; absent in an application token. */
  userId?: string;
  scope: string[];
  /** The token has the scope `trust`, and its client is marked trusted. A client of another issuer may be unregistered. */
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
