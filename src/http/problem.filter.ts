import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  HttpException,
  Logger,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { type Request, type Response } from 'express';
import { SemaphoreFullError } from '../concurrency/fair-semaphore.js';
import { RequestAbandonedError } from './request-context.js';
import { DeclaredRoutes, routeOf } from './routes.js';
import { ErrorLog } from './error-log.js';
import { sendProblem } from './problem-writer.js';
import { isDatabaseUnavailable, isOutOfDescriptors, outOfDescriptors, ProblemError } from './problems.js';

/** Turns everything that is thrown in Express or Nest into a problem, logs server errors, and sends the problem. */
@Catch()
export class ProblemFilter implements ExceptionFilter, OnApplicationShutdown {
  private readonly errors = new ErrorLog(new Logger('Problem'));

  constructor(private readonly routes: DeclaredRoutes) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    if (thrown instanceof RequestAbandonedError) return;
    const problem = this.toProblem(thrown, request);
    // Overload is counted in metrics, not logged: a log line for each rejected request would add load.
    if (problem.status >= 500 && problem.code !== 'overloaded')
      this.errors.error({
        requestId: request.context.id,
        route: routeOf(request),
        code: problem.code,
        err: problem.cause,
      });
    // After the headers only a cut connection shows the client that the body is incomplete.
    if (response.headersSent) response.destroy();
    else sendProblem(request, response, problem);
  }

  onApplicationShutdown(): void {
    this.errors.endWindow();
  }

  private toProblem(thrown: unknown, request: Request): ProblemError {
    if (thrown instanceof ProblemError) return thrown;
    if (thrown instanceof SemaphoreFullError) {
      const headers = { 'Retry-After': '1' };
      return new ProblemError(
        'overloaded',
        'Too many requests wait for the same resource. Retry after 1 second.',
        { headers },
        thrown,
      );
    }
    const status = thrown instanceof HttpException ? thrown.getStatus() : clientErrorStatus(thrown);
    if (status === 404) return this.noRoute(request);
    if (status !== undefined && status < 500) {
      return new ProblemError('malformed_request', 'The URL or the body of the request cannot be read.', {}, thrown);
    }
    return systemProblem(thrown) ?? new ProblemError('internal_error', 'The request failed. Retry later.', {}, thrown);
  }

  /** Nest throws the same error for an unknown path and for a method that is not allowed. */
  private noRoute(request: Request): ProblemError {
    const allowed = this.routes.methodsAt(request.path);
    if (allowed.length === 0) {
      if (request.path.includes('%00')) return new ProblemError('malformed_request', 'The path contains a NUL.');
      return new ProblemError('route_not_found', 'There is nothing at this path. /v2/places is the place search.');
    }
    const allow = allowed.join(', ');
    return new ProblemError('method_not_allowed', `The methods allowed at this path: ${allow}.`, {
      errors: [{ parameter: 'method', value: request.method, reason: 'is not allowed here', allowed }],
      headers: { Allow: allow },
    });
  }
}

/** Express sets a 4xx `status` on errors that the client caused, such as broken percent-encoding or a large body. */
function clientErrorStatus(thrown: unknown): number | undefined {
  if (thrown instanceof URIError) return 400;
  if (typeof thrown !== 'object' || thrown === null || !('status' in thrown)) return undefined;
  return typeof thrown.status === 'number' && thrown.status < 500 ? thrown.status : undefined;
}

/** Maps PostgreSQL's error classes (appendix A of its manual), connection failures of its driver, and missing descriptors. */
function systemProblem(thrown: unknown): ProblemError | undefined {
  if (typeof thrown !== 'object' || thrown === null || !('message' in thrown)) return undefined;
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';
  // 22: data exception.
  if (/^22...$/.test(code)) {
    return new ProblemError('malformed_request', 'A value of the request cannot be stored or compared.', {}, thrown);
  }
  if (isOutOfDescriptors(thrown)) return outOfDescriptors(thrown);
  if (isDatabaseUnavailable(thrown)) {
    const headers = { 'Retry-After': '1' };
    return new ProblemError(
      'database_unavailable',
      'The database is not available. Retry after 1 second.',
      { headers },
      thrown,
    );
  }
  return undefined;
}
