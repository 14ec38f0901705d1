import { type Response, type NextFunction, type Request, text } from 'express';
import { TooManyAttemptsError } from '../attempts/attempts.js';
import { type ProblemError } from '../../http/problems.js';

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

/** The body of an error response. A description is printable ASCII without quotes and backslash. */
function errorBody(error: string, description: string) {
  return { error, error_description: description.replace(/[^\x20-\x21\x23-\x5B\x5D-\x7E]/g, "'") };
}

/** RFC 6749, section 5.1: responses of the OAuth endpoints must not be cached. */
const uncached = { 'Cache-Control': 'no-store', Pragma: 'no-cache' };

interface ErrorStyle {
  /** For old clients: 400 instead of 401, without a challenge. */
  invalidClientAs400: boolean;
}

/** Sends the result of `work`, or the OAuth error that it throws (RFC 6749, sections 5.1 and 5.2). */
export async function sendOAuthResponse(
  response: Response,
  work: () => Promise<object | undefined>,
  { invalidClientAs400 }: ErrorStyle = { invalidClientAs400: false },
): Promise<void> {
  try {
    const body = await work();
    response.status(200).set(uncached);
    if (body === undefined) response.end();
    else response.json(body);
  } catch (thrown) {
    const { status, code, description, headers } = toOAuthError(thrown);
    const isMild = invalidClientAs400 && code === 'invalid_client';
    response
      .status(isMild ? 400 : status)
      .set({ ...uncached, ...(isMild ? {} : headers) })
      .json(errorBody(code, description));
  }
}

/** @throws all other errors: the problem filter handles them */
function toOAuthError(thrown: unknown): OAuthError {
  if (thrown instanceof OAuthError) return thrown;
  if (thrown instanceof TooManyAttemptsError) {
    return new OAuthError('temporarily_unavailable', thrown.detail, 429, thrown.extras.headers);
  }
  throw thrown;
}

const readText = text({ type: () => true, limit: '64kb' });

/** Middleware of the OAuth endpoints for clients: reads any body as text, and makes all errors OAuth errors in JSON. */
export function oauthMiddleware(request: Request, response: Response, next: NextFunction): void {
  request.context.problemFormat = 'json';
  // http/problems/problem-writer.ts calls writeFailure.
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
