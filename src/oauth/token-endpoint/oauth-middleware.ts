import { type ArgumentsHost, Catch, type ExceptionFilter, Inject } from '@nestjs/common';
import { type Response, type NextFunction, type Request, text } from 'express';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { type ProblemError } from '../../http/problems.js';
import { TooManyAttemptsError } from '../attempts/attempts.js';

/** RFC 6749, section 5.2. `temporarily_unavailable` is not in it: for 429 and 503. */
type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'invalid_scope'
  | 'temporarily_unavailable';

/** An error response of the OAuth endpoints. */
export class OAuthError extends Error {
  constructor(
    readonly code: OAuthErrorCode,
    readonly description: string,
    readonly status = 400,
    readonly headers: Record<string, string> = {},
  ) {
    super(`${code}: ${description}`);
  }
}

export function invalidRequest(description: string): OAuthError {
  return new OAuthError('invalid_request', description);
}

export function invalidGrant(description: string): OAuthError {
  return new OAuthError('invalid_grant', description);
}

/** RFC 6749 requires 401 after Basic authentication and allows it after a form. Clients expect it for both. */
export function invalidClient(): OAuthError {
  return new OAuthError('invalid_client', 'The client is unknown, disabled or not authenticated', 401, {
    'WWW-Authenticate': 'Basic realm="place-directory"',
  });
}

/** RFC 6749, section 5.1: responses of the OAuth endpoints must not be cached. */
const uncached = { 'Cache-Control': 'no-store', Pragma: 'no-cache' };

/**
 * Sends errors of the OAuth endpoints (RFC 6749, section 5.2). The problem filter handles all other errors. With
 * `invalid-client-400` of OLD_CLIENTS, old clients of the token endpoint get 400 instead of 401, without a challenge.
 */
@Catch(OAuthError, TooManyAttemptsError)
export class OAuthErrorFilter implements ExceptionFilter<OAuthError | TooManyAttemptsError> {
  constructor(@Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'OLD_CLIENTS'>) {}

  catch(thrown: OAuthError | TooManyAttemptsError, host: ArgumentsHost): void {
    const error = thrown instanceof OAuthError ? thrown : temporarilyUnavailable(thrown);
    const { path } = host.switchToHttp().getRequest<Request>();
    const isOldClient = this.environment.OLD_CLIENTS.includes('invalid-client-400') && /\/token\/?$/i.test(path);
    const isSentAs400 = isOldClient && error.code === 'invalid_client';
    sendError(isSentAs400 ? new OAuthError(error.code, error.description) : error, host);
  }
}

function temporarilyUnavailable({ detail, extras }: TooManyAttemptsError): OAuthError {
  return new OAuthError('temporarily_unavailable', detail, 429, extras.headers);
}

function sendError({ code, description, status, headers }: OAuthError, host: ArgumentsHost): void {
  const response = host.switchToHttp().getResponse<Response>();
  response
    .status(status)
    .set({ ...uncached, ...headers })
    .json(errorBody(code, description));
}

/** The body of an error response. A description is printable ASCII without quotes and backslash. */
function errorBody(error: string, description: string) {
  return { error, error_description: description.replace(/[^\x20-\x21\x23-\x5B\x5D-\x7E]/g, "'") };
}

const readText = text({ type: () => true, limit: '64kb' });

/** Middleware of the OAuth endpoints for clients: reads any body as text, and makes all errors OAuth errors in JSON. */
export function oauthMiddleware(request: Request, response: Response, next: NextFunction): void {
  request.context.problemFormat = 'json';
  // http/problem-writer.ts calls writeFailure.
  request.context.writeFailure = (problem) => ({
    type: 'application/json',
    body: JSON.stringify(toErrorBody(problem)),
  });
  response.set(uncached);
  // Many clients send a wrong Content-Type or charset. The parameters are percent-encoded ASCII in any case.
  delete request.headers['content-type'];
  readText(request, response, next);
}

function toErrorBody({ status, detail }: ProblemError) {
  if (status < 500) return errorBody('invalid_request', detail);
  return errorBody(status === 503 ? 'temporarily_unavailable' : 'server_error', detail);
}
