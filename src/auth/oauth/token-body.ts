import { type NextFunction, type Request, type Response, text } from 'express';

/** RFC 6749, section 5.1: nothing of these answers may be kept. */
export const uncached = { 'Cache-Control': 'no-store', Pragma: 'no-cache' };

const read = text({ type: () => true, limit: '64kb' });

/** The middleware of the OAuth endpoints: bodies come with any Content-Type, or none; answers are JSON, failures too. */
export function tokenBody(request: Request, response: Response, next: NextFunction): void {
  request.context.format = 'json';
  // What a client says of the body beside its type is as often wrong as not; the parameters are ASCII once encoded.
  delete request.headers['content-type'];
  read(request, response, (error?: unknown) => {
    if (error === undefined) next();
    else
      response
        .status(400)
        .set(uncached)
        .json({ error: 'invalid_request', error_description: 'The body cannot be read' });
  });
}
