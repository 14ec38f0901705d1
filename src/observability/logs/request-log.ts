import { type RequestHandler } from 'express';
import { type Logger } from 'pino';
import { type Principal } from '../../auth/principal.js';
import { isForOperators } from '../operator-routes.js';
import { routeOf } from '../route-of.js';

/**
 * One line per request. It names the route, not the address: a path may hold an e-mail address and a query a token.
 * Probes come every few seconds, so theirs are for who wants to know all.
 */
export function requestLog(logger: Logger): RequestHandler {
  return (request, response, next) => {
    const began = performance.now();
    response.once('close', () => {
      const route = routeOf(request);
      logger[isForOperators(route) ? 'debug' : 'info']({
        requestId: request.context.id,
        method: request.method,
        route,
        status: response.statusCode,
        complete: response.writableFinished,
        ms: Math.round((performance.now() - began) * 10) / 10,
        client: (request.user as Principal | undefined)?.clientId,
      });
    });
    next();
  };
}
