import { type IncomingMessage } from 'node:http';
import { type Logger as PinoLogger } from 'pino';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { type NodeMiddleware } from '../http/request-context.js';
import { routeOf } from '../http/routes.js';
import { isForOperators } from '../http/request-target.js';
import { SamplingWindow } from '../http/error-log.js';

/**
 * Logs one line for each request that is not shed before Express: at level `debug` requests of probes, and failed
 * unauthenticated ones beyond a sample. The line names the route and not the path: a path may contain an e-mail address, and a query an access
 * token.
 */
export function requestLog(logger: PinoLogger, failures: FailedRequests): NodeMiddleware {
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

/** Lines of each kind in each window. */
const limits = { perKind: 10, windowMs: 60_000 };

/** What makes the kind of a failed request. */
export interface LoggedResponse {
  status: number;
  /** The template of the route: as many as the service has. */
  route: string;
  complete: boolean;
}

/**
 * Samples the log of failed unauthenticated requests. Anybody can send them, and their lines must not fill the disk. One
 * line at the end of the window counts those of a kind that were not logged.
 */
@Injectable()
export class FailedRequests implements OnApplicationShutdown {
  private readonly logger = new Logger('Requests');
  private readonly window = new SamplingWindow<Partial<LoggedResponse>>(limits, {}, (kind, omitted) => {
    this.logger.log({ ...kind, msg: 'Repeated: An unauthenticated request failed', omitted });
  });

  /** @returns false for a failed unauthenticated request that is only counted */
  isLogged({ context }: IncomingMessage, { status, route, complete }: LoggedResponse): boolean {
    if ((status < 400 && complete) || context.clientId !== undefined) return true;
    return this.window.admits(`${status} ${complete} ${route}`, { status, route, complete });
  }

  onApplicationShutdown(): void {
    this.window.end();
  }
}
