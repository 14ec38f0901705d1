import { type Logger } from 'pino';
import { type NodeMiddleware } from '../../http/pipeline/node-middleware.js';
import { routeOf } from '../../http/routes/route-of.js';
import { isForOperators } from '../operator-routes.js';
import { type FailedRequests } from './failed-requests.js';

/**
 * Logs one line for each request that is not shed: at level `debug` requests of probes, and failed unauthenticated ones
 * beyond a sample. The line names the route and not the path: a path may contain an e-mail address, and a query an access
 * token.
 */
export function requestLog(logger: Logger, failures: FailedRequests): NodeMiddleware {
  return (request, response, next) => {
    const { context, method } = request;
    response.once('close', () => {
      if (context.isShed) return;
      const logged = { route: routeOf(request), status: response.statusCode, complete: response.writableFinished };
      const level = !isForOperators(logged.route) && failures.isLogged(request, logged) ? 'info' : 'debug';
      logger[level]({
        requestId: context.id,
        method,
        ...logged,
        ms: Math.round((performance.now() - context.startedAt) * 10) / 10,
        client: context.clientId,
      });
    });
    next();
  };
}
