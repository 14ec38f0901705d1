import { type IncomingMessage } from 'node:http';

/** The template of the route of a request, such as `/v2/users/:userId`; `none` if no route matches the path. */
export function routeOf(request: IncomingMessage): string {
  if (request.context.route !== undefined) return request.context.route;
  const route = 'route' in request ? request.route : undefined;
  if (typeof route !== 'object' || route === null || !('path' in route)) return 'none';
  return String(route.path);
}
