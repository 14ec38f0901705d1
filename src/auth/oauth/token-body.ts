import { type NextFunction, type Request, type Response, text } from 'express';

const read = text({ type: () => true, limit: '64kb' });

/** The middleware of the OAuth endpoints: bodies come with any Content-Type, or none; answers are JSON, failures too. */
export function tokenBody(request: Request, response: Response, next: NextFunction): void {
  request.context.format = 'json';
  read(request, response, next);
}
