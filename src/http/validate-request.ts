import { type NextFunction, type Request, type Response } from 'express';
import { ProblemError } from './problems.js';

/** In characters: room for two filters of maximum length, percent-encoded. Node rejects more than `serverLimits.maxHeaderSize`. */
export const maxUrlLength = 112 * 1024;

/** Far more than any meaningful request has. */
export const maxParameters = 1000;

/** Rejects requests that no route can serve. Runs before routing, so it applies to unknown paths too. */
export function validateRequest(request: Request, _response: Response, next: NextFunction): void {
  next(problemOf(request));
}

function problemOf(request: Request): ProblemError | undefined {
  const { path, query, hasValidHost } = request.context;
  if (request.url.length > maxUrlLength) {
    return new ProblemError('address_too_long', `The URL may have at most ${maxUrlLength} characters.`);
  }
  if (query.pairs.length + query.broken.length > maxParameters) {
    return new ProblemError('malformed_request', `A request may have at most ${maxParameters} parameters.`);
  }
  if (!canDecode(path)) {
    const fault = { reason: 'is not percent-encoded UTF-8', allowed: ['UTF-8, percent-encoded'] };
    const errors = [{ parameter: 'path', value: path.slice(0, 200), ...fault }];
    return new ProblemError('malformed_request', 'The path is not percent-encoded UTF-8.', { errors });
  }
  const hosts = hostCount(request);
  if (!hasValidHost || hosts > 1 || (request.httpVersion === '1.1' && hosts < 1)) {
    return new ProblemError('malformed_request', 'Send the header Host once: a host, optionally with a port.');
  }
  return undefined;
}

function hostCount({ rawHeaders }: Request): number {
  return rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
}

function canDecode(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
