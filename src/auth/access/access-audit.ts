import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type DeclaredRoute, DeclaredRoutes } from '../../http/routes/declared-routes.js';
import { ACCESS, type RouteAccess } from './access-decorator.js';

type AuditedRoute = DeclaredRoute & { access: RouteAccess | undefined };

/** Stops the start if a route has neither `@Access` nor `@Public`, so that no route is open by mistake. */
@Injectable()
export class AccessAudit implements OnApplicationBootstrap {
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
  routes(): AuditedRoute[] {
    return this.declared
      .all()
      .map((route) => ({ ...route, access: this.reflector.get<RouteAccess | undefined>(ACCESS, route.handler) }));
  }
}
