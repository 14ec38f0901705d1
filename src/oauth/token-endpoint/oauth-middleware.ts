import { type NextFunction, type Request, type Response, text } from 'express';
import { type ProblemError } from '../../http/problems/problems.js';
import { errorBody, uncached } from '../oauth-error.js';

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
