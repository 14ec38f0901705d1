import { type NextFunction, type Request, type Response } from 'express';
import { ProblemError } from './problems.js';

/** The middleware that refuses what no route can make sense of, also where there is no route. */
export function readableRequest(request: Request, _response: Response, next: NextFunction): void {
  if (!isReadable(request.context.path)) {
    const errors = [
      {
        parameter: 'path',
        value: request.context.path.slice(0, 200),
        reason: 'is not percent-encoded UTF-8',
        allowed: ['UTF-8, percent-encoded'],
      },
    ];
    next(new ProblemError('malformed_request', 'The path is not percent-encoded UTF-8.', { errors }));
  } else if (request.httpVersion === '1.1' && !sentHost(request)) {
    next(new ProblemError('malformed_request', 'HTTP/1.1 asks for the header Host.'));
  } else {
    next();
  }
}

function sentHost({ rawHeaders }: Request): boolean {
  return rawHeaders.some((name, at) => at % 2 === 0 && name.toLowerCase() === 'host');
}

function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
