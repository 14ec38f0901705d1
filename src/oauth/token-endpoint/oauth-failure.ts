import OAuth2Server from '@node-oauth/oauth2-server';
import { type Response } from 'express';
import { TooManyAttemptsError } from '../attempts/attempts.js';
import { errorDocument } from './error-document.js';
import { uncached } from './token-body.js';
import { TokenRequestError } from './token-request.js';

/** The error codes that our own code answers with (RFC 6749, section 5.2; 429 is beyond it). */
type OAuthErrorCode = 'invalid_request' | 'invalid_client' | 'invalid_grant' | 'temporarily_unavailable';

/** A failure as an OAuth client is told of it. */
export class OAuthFailure extends Error {
  constructor(
    readonly status: number,
    readonly error: OAuthErrorCode,
    readonly description: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(`${error}: ${description}`);
  }
}

/** RFC 6749 asks for 401 after Basic and allows it after a form, where a client expects it just as much. */
export function invalidClient(): OAuthFailure {
  return new OAuthFailure(401, 'invalid_client', 'The client is unknown, disabled or not authenticated', {
    'WWW-Authenticate': 'Basic realm="place-directory"',
  });
}

/** Answers with what the work comes to, or with why it cannot be (RFC 6749, sections 5.1 and 5.2); never to be kept. */
export async function answer(response: Response, work: () => Promise<object | undefined>): Promise<void> {
  try {
    const body = await work();
    response.status(200).set(uncached);
    if (body === undefined) response.end();
    else response.json(body);
  } catch (thrown) {
    const { status, error, description, headers } = failureOf(thrown);
    response
      .status(status)
      .set({ ...uncached, ...headers })
      .json(errorDocument(error, description));
  }
}

function failureOf(thrown: unknown): Pick<OAuthFailure, 'status' | 'description' | 'headers'> & { error: string } {
  if (thrown instanceof OAuthFailure) return thrown;
  if (thrown instanceof TokenRequestError) return new OAuthFailure(400, 'invalid_request', thrown.message);
  if (thrown instanceof TooManyAttemptsError) {
    return new OAuthFailure(429, 'temporarily_unavailable', thrown.detail, thrown.extras.headers);
  }
  if (!(thrown instanceof OAuth2Server.OAuthError)) throw thrown;
  // The library wraps what the stores throw; that is a failure of ours and goes the way of all failures.
  if (thrown.code >= 500) {
    const inner: unknown = 'inner' in thrown ? thrown.inner : undefined;
    if (inner === undefined) throw thrown;
    return failureOf(inner);
  }
  return { status: 400, error: thrown.name, description: thrown.message, headers: {} };
}
