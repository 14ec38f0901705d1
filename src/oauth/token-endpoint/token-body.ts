import { type NextFunction, type Request, type Response, text } from 'express';
import { type ProblemError } from '../../http/problems/problems.js';
import { errorDocument } from './error-document.js';

/** RFC 6749, section 5.1: nothing of these answers may be kept. */
export const uncached = { 'Cache-Control': 'no-store', Pragma: 'no-cache' };

const read = text({ type: () => true, limit: '64kb' });

/** The middleware of the OAuth endpoints: bodies come with any Content-Type, or none; answers are JSON, failures too. */
export function tokenBody(request: Request, response: Response, next: NextFunction): void {
  request.context.format = 'json';
  request.context.writeFailure = (problem) => ({ type: 'application/json', body: JSON.stringify(toError(problem)) });
  response.set(uncached);
  // What a client says of the body beside its type is as often wrong as not; the parameters are ASCII once encoded.
  delete request.headers['content-type'];
  read(request, response, next);
}

/** What every address of the service can answer, as OAuth clients know it (RFC 6749, section 5.2). */
function toError({ status, detail }: ProblemError) {
  if (status < 500) return errorDocument('invalid_request', detail);
  return errorDocument(status === 503 ? 'temporarily_unavailable' : 'server_error', detail);
}
