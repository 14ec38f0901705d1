import { type ServerResponse } from 'node:http';
import { type RequestHandler } from 'express';
import { type Logger } from 'pino';
import { type Principal } from '../../auth/access/principal.js';
import { isForOperators } from '../operator-routes.js';
import { routeOf } from '../../http/routes/route-of.js';

/** A request that is over. */
interface PastRequest {
  requestId: string;
  method: string | undefined;
  route: string;
  response: ServerResponse;
  ms: number;
  client: string | undefined;
}

/** Writes the line of a request. Probes come every few seconds, so theirs are for who wants to know all. */
export function logRequest(logger: Logger, { requestId, method, route, response, ms, client }: PastRequest): void {
  logger[isForOperators(route) ? 'debug' : 'info']({
    requestId,
    method,
    route,
    status: response.statusCode,
    complete: response.writableFinished,
    ms: Math.round(ms * 10) / 10,
    client,
  });
}

/**
 * One line per request. It names the route, not the address: a path may hold an e-mail address and a query a token.
 */
export function requestLog(logger: Logger): RequestHandler {
  return (request, response, next) => {
    const began = performance.now();
    response.once('close', () => {
      logRequest(logger, {
        requestId: request.context.id,
        method: request.method,
        route: routeOf(request),
        response,
        ms: performance.now() - began,
        client: (request.user as Principal | undefined)?.clientId,
      });
    });
    next();
  };
}
