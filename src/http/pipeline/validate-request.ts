import { type NextFunction, type Request, type Response } from 'express';
import { ProblemError } from '../problems/problems.js';

/** Two of the longest filters, percent-encoded, find room. What is longer than line and headers may be, Node refuses. */
export const maxAddressLength = 112 * 1024;

/** What makes sense stays far below it. */
export const maxParameters = 1000;

/** The middleware that refuses what no route can make sense of, also where there is no route. */
export function validateRequest(request: Request, _response: Response, next: NextFunction): void {
  if (request.url.length > maxAddressLength) {
    next(new ProblemError('address_too_long', `An address may have ${maxAddressLength} characters.`));
  } else if (parametersOf(request) > maxParameters) {
    next(new ProblemError('malformed_request', `A request may have ${maxParameters} parameters.`));
  } else if (!isReadable(request.context.path)) {
    const errors = [
      {
        parameter: 'path',
        value: request.context.path.slice(0, 200),
        reason: 'is not percent-encoded UTF-8',
        allowed: ['UTF-8, percent-encoded'],
      },
    ];
    next(new ProblemError('malformed_request', 'The path is not percent-encoded UTF-8.', { errors }));
  } else if (
    !request.context.hostIsSound ||
    hostsOf(request) > 1 ||
    (request.httpVersion === '1.1' && hostsOf(request) < 1)
  ) {
    next(new ProblemError('malformed_request', 'Send the header Host once, with a host and perhaps a port.'));
  } else {
    next();
  }
}

function parametersOf({ context: { query } }: Request): number {
  return query.pairs.length + query.broken.length;
}

function hostsOf({ rawHeaders }: Request): number {
  return rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;
}

function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
