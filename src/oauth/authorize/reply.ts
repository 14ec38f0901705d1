import { type Request, type Response } from 'express';
import { setSessionCookie } from '../sessions/session-cookie.js';
import { pageHeaders } from './page-headers.js';

/** What a browser gets: a page, or the way to another address; with a session's identifier to keep, if it is new. */
export type Reply = { session?: string } & (
  | {
      status: number;
      page: string;
      /** Where the page's forms may lead beside this server. */
      targets?: string[];
      headers?: Record<string, string>;
    }
  | { location: string }
);

/** Writes a reply. After a form the browser has to turn to GET: 303, which no browser takes for 307 (RFC 9700). */
export function sendReply(request: Request, response: Response, reply: Reply): void {
  if (reply.session !== undefined) setSessionCookie(request, response, reply.session);
  if ('location' in reply) {
    // Nothing in the body: what clients get is for nobody else to read.
    response.status(303).set('Location', reply.location).end();
    return;
  }
  const { status, page, targets = [], headers = {} } = reply;
  response
    .status(status)
    .set(pageHeaders(["'self'", ...targets]))
    .set(headers)
    .type('html')
    .send(page);
}
