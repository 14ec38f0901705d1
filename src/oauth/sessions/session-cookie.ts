import { parse } from 'cookie';
import { type Request, type Response } from 'express';
import { rootPath } from '../../http/routes/root-path.js';

const name = 'place-directory-session';

/** @returns the session identifier that the browser sent; undefined if there is none of the right form */
export function readSessionCookie(request: Request): string | undefined {
  const sent = parse(request.headers.cookie ?? '')[cookieName(request)];
  return sent !== undefined && /^[\w-]{43}$/.test(sent) ? sent : undefined;
}

/** Sets a cookie that the browser drops when it is closed. The session itself expires in PostgreSQL. */
export function setSessionCookie(request: Request, response: Response, session: string): void {
  const secure = isSecure(request);
  response.cookie(cookieName(request), session, {
    httpOnly: true,
    sameSite: 'lax',
    secure,
    // The prefix __Host- requires the path /.
    path: secure ? '/' : `${rootPath(request.context.baseUrl)}/v2/oauth`,
  });
}

/** With the prefix __Host-, browsers accept the cookie over HTTPS only, and only from this very host. */
function cookieName(request: Request): string {
  return isSecure(request) ? `__Host-${name}` : name;
}

function isSecure(request: Request): boolean {
  return request.context.baseUrl.startsWith('https:');
}
