import {
  SetMetadata,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { type Request } from 'express';
import { Reflector } from '@nestjs/core';
import { type TokenKind, type Principal } from './principal.js';
import { type RouteQuota } from './quota.js';
import { readSegment } from '../http/parameters.js';
import { type DeclaredRoute, DeclaredRoutes } from '../http/routes.js';

/** What a route requires: a token of one of these kinds, or nothing. Requests may count against a quota of the route. */
export type RouteAccess = { public: true } | { public: false; kinds: readonly TokenKind[]; quota?: RouteQuota };

/** Metadata key of the two decorators below. `AccessGuard` reads it. */
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
