import { Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ACCESS, type RouteAccess } from '../auth/access/access-decorator.js';
import { me } from '../auth/access/me.js';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { type DeclaredRoute, DeclaredRoutes } from '../http/routes/declared-routes.js';
import { DOCUMENTATION, type Documentation } from '../http/routes/documented-decorator.js';
import { PARAMETERS, type RouteParameters } from '../http/request/parameters-decorator.js';
import { isForOperators } from '../observability/operator-routes.js';
import { type DocumentedRoute } from './openapi/operation.js';

/** Collects the metadata of all routes: @Documented, @Access and @Parameters. */
@Injectable()
export class DocumentedRoutes {
  constructor(
    private readonly declared: DeclaredRoutes,
    private readonly reflector: Reflector,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'ADMIN_PORT'>,
  ) {}

  /** All documented routes, one entry per path. Without the operator routes when they are on `ADMIN_PORT`. */
  all(): DocumentedRoute[] {
    const routes = this.declared.all().flatMap((route) => this.describe(route));
    return this.environment.ADMIN_PORT === undefined ? routes : routes.filter(({ path }) => !isForOperators(path));
  }

  private describe({ handler, method, paths }: DeclaredRoute): DocumentedRoute[] {
    const documentation = this.reflector.get<Documentation | undefined>(DOCUMENTATION, handler);
    if (!documentation) return [];
    const access = this.reflector.get<RouteAccess | undefined>(ACCESS, handler);
    const { parameters, segments } = this.reflector.get<RouteParameters | undefined>(PARAMETERS, handler) ?? {};
    const routes = paths.map((address, index): DocumentedRoute => {
      const path = address.replace(/:(\w+)/g, '{$1}');
      const id = index === 0 ? documentation.id : `${documentation.id}At${capitalized(path.split('/').at(-1) ?? '')}`;
      return { method, path, access, parameters, segments, documentation: { ...documentation, id } };
    });
    return [...routes, ...routes.flatMap(meRoute)];
  }
}

/** The `/users/me` variant of a `/users/{userId}` route, which takes user tokens only. */
function meRoute(route: DocumentedRoute): DocumentedRoute[] {
  const { me: id, ...documentation } = route.documentation;
  if (id === undefined) return [];
  const path = route.path.replace('{userId}', me);
  return [{ ...route, path, access: { public: false, kinds: ['user'] }, documentation: { ...documentation, id } }];
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
