import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { BulkheadFullError } from '../../concurrency/bulkhead.js';
import { ProblemError } from './problems.js';
import { setProblemHeaders, writeProblem } from './problem-writer.js';
import { RouteTable } from '../routes/route-table.js';

/**
 * The one exit of all failures: whatever was thrown becomes a problem document in the negotiated format (RFC 9457), or
 * what is read instead where the request came to.
 */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  private readonly logger = new Logger('Problem');

  constructor(private readonly routes: RouteTable) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    const problem = this.toProblem(thrown, request);
    // Of a crowd the metrics tell; a line for each would be one more thing to do.
    if (problem.status >= 500 && problem.code !== 'overloaded')
      this.logger.error({ requestId: request.context.id, code: problem.code, err: problem.cause });
    // A failure in the middle of a body cannot be told any more; cutting the connection is the honest sign.
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const { type, body } = request.context.writeFailure?.(problem) ?? writeProblem(problem, request.context);
    response.status(problem.status);
    setProblemHeaders(response, problem, type);
    response.send(body);
  }

  private toProblem(thrown: unknown, request: Request): ProblemError {
    if (thrown instanceof ProblemError) return thrown;
    if (thrown instanceof BulkheadFullError) {
      const headers = { 'Retry-After': '1' };
      return new ProblemError('overloaded', 'Too many wait for the same; try again.', { headers }, thrown);
    }
    const status = thrown instanceof HttpException ? thrown.getStatus() : clientStatus(thrown);
    if (status === 404) return this.noRoute(request);
    if (status !== undefined && status < 500) {
      return new ProblemError(
        'malformed_request',
        'The address or the body of the request cannot be read.',
        {},
        thrown,
      );
    }
    return (
      databaseProblem(thrown) ?? new ProblemError('internal_error', 'The request failed; try again later.', {}, thrown)
    );
  }

  /** Nest reports an unknown address and a method that is not allowed alike. */
  private noRoute(request: Request): ProblemError {
    const allowed = this.routes.methodsFor(request);
    if (allowed.length === 0) {
      if (request.path.includes('%00')) return new ProblemError('malformed_request', 'The path holds a NUL.');
      return new ProblemError('route_not_found', 'There is nothing at this address. /v2/places is the place search.');
    }
    const allow = allowed.join(', ');
    return new ProblemError('method_not_allowed', `This address takes ${allow}.`, {
      errors: [{ parameter: 'method', value: request.method, reason: 'is not allowed here', allowed }],
      headers: { Allow: allow },
    });
  }
}

/** Express marks what the client did wrong (broken percent-encoding, body too large) with a status. */
function clientStatus(thrown: unknown): number | undefined {
  if (thrown instanceof URIError) return 400;
  if (typeof thrown !== 'object' || thrown === null || !('status' in thrown)) return undefined;
  return typeof thrown.status === 'number' && thrown.status < 500 ? thrown.status : undefined;
}

/** Those of Node have codes; those of the driver have words only. */
const connectionFailures =
  /ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|E(HOST|NET)UNREACH|timeout|terminated|Connection ended|not queryable/i;

/** PostgreSQL's error classes (appendix A of its manual) and the failures of its driver. */
function databaseProblem(thrown: unknown): ProblemError | undefined {
  if (typeof thrown !== 'object' || thrown === null || !('message' in thrown)) return undefined;
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';
  if (/^22...$/.test(code)) {
    return new ProblemError('malformed_request', 'A value of the request cannot be stored or compared.', {}, thrown);
  }
  // Connection, authorization, database that is gone, resources, operator.
  if (/^(08|28|3D|53|57)...$/.test(code) || connectionFailures.test(`${code} ${String(thrown.message)}`)) {
    const headers = { 'Retry-After': '1' };
    return new ProblemError('database_unavailable', 'The directory cannot be read; try again.', { headers }, thrown);
  }
  return undefined;
}
