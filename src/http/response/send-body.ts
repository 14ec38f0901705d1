import { type IncomingMessage, type ServerResponse } from 'node:http';
import { matchesEtag } from './if-none-match.js';

/** Sends a body of known length, or 304 if `If-None-Match` contains the response's `ETag`. For GET and HEAD. */
export function sendBody(body: Buffer, { headers }: IncomingMessage, response: ServerResponse): void {
  const condition = headers['if-none-match'];
  if (condition !== undefined && matchesEtag(condition, response.getHeader('ETag')?.toString())) {
    response.statusCode = 304;
    response.removeHeader('Content-Type');
    response.end();
  } else if (response.statusCode === 204) {
    // It must not have a Content-Length (RFC 9110, section 8.6).
    response.end();
  } else {
    response.setHeader('Content-Length', body.length);
    response.end(body);
  }
}
