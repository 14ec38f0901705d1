import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type DeclaredRoute, DeclaredRoutes } from '../../http/routes/declared-routes.js';
import { ACCESS, type Access } from './access-decorator.js';

/** A route, and who may call it. */
type AuditedRoute = DeclaredRoute & { access: Access | undefined };

/** Stops the start when a route does not declare who may call it: an open door must be a decision (design, section 4). */
@Injectable()
export class AccessAudit implements OnApplicationBootstrap {
  constructor(
    private readonly declared: DeclaredRoutes,
    private readonly reflector: Reflector,
  ) {}

  onApplicationBootstrap(): void {
    const open = this.routes().filter((route) => route.access === undefined);
    if (open.length > 0) {
      throw new Error(`Routes without @Access or @Public: ${open.map((route) => route.name).join(', ')}`);
    }
  }

  /** All routes of all controllers. */
  routes(): AuditedRoute[] {
    return this.declared
      .all()
      .map((route) => ({ ...route, access: this.reflector.get<Access | undefined>(ACCESS, route.handler) }));
  }
}
