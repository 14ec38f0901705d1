import { type Request, type RequestHandler } from 'express';
import { type Logger } from 'pino';
import { type Principal } from '../auth/principal.js';

/**
 * One line per request. It names the route, not the address: a path may hold an e-mail address and a query a token.
 */
export function requestLog(logger: Logger): RequestHandler {
  return (request, response, next) => {
    const began = performance.now();
    response.once('close', () => {
      logger.info({
        requestId: request.context.id,
        method: request.method,
        route: routeOf(request),
        status: response.statusCode,
        complete: response.writableFinished,
        ms: Math.round((performance.now() - began) * 10) / 10,
        client: (request.user as Principal | undefined)?.clientId,
      });
    });
    next();
  };
}

function routeOf(request: Request): string {
  const route: unknown = request.route;
  if (typeof route !== 'object' || route === null || !('path' in route)) return 'none';
  return String(route.path);
}
