import { SetMetadata } from '@nestjs/common';
import { type TokenKind } from './principal.js';
import { type RouteQuota } from '../quota/quota.js';

/** What a route requires: a token of one of these kinds, or nothing. Requests may count against a quota of the route. */
export type RouteAccess = { public: true } | { public: false; kinds: readonly TokenKind[]; quota?: RouteQuota };

/** Metadata key of the two decorators below. `AccessGuard` reads it. */
export const ACCESS = Symbol('ACCESS');

/** The route accepts tokens of these kinds. `AccessAudit` checks that each route has this or `@Public()`. */
export const Access = (...kinds: [TokenKind, ...TokenKind[]]) =>
  SetMetadata<symbol, RouteAccess>(ACCESS, { public: false, kinds });

/** As `@Access`. The requests also count against a quota of this route. */
export const CountedAccess = (quota: RouteQuota, ...kinds: [TokenKind, ...TokenKind[]]) =>
  SetMetadata<symbol, RouteAccess>(ACCESS, { public: false, kinds, quota });

/** The route needs no token. */
export const Public = () => SetMetadata<symbol, RouteAccess>(ACCESS, { public: true });
