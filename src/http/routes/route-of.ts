import { type Request } from 'express';

/** The template of the route that a request met, such as `/v2/users/:userId`; `none` where there is no such address. */
export function routeOf(request: Request): string {
  const route: unknown = request.route;
  if (typeof route !== 'object' || route === null || !('path' in route)) return 'none';
  return String(route.path);
}
