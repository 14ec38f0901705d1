import { parse } from 'cookie';
import { type Request, type Response } from 'express';
import { rootPath } from '../../http/routes/root-path.js';

/**
 * `session`: who is signed in, dropped when the browser is closed; the session itself expires in PostgreSQL. `browser`: that
 * the browser has signed in before (docs/adr/0021-failed-attempts.md); it proves nothing else.
 */
type Cookie = 'session' | 'browser';

const maxAgeMs: Record<Cookie, number | undefined> = { session: undefined, browser: 400 * 86_400_000 };

/** @returns the identifier that the browser sent; undefined if there is none of the right form */
export function readCookie(request: Request, cookie: Cookie): string | undefined {
  const sent = parse(request.headers.cookie ?? '')[cookieName(request, cookie)];
  return sent !== undefined && /^[\w-]{43}$/.test(sent) ? sent : undefined;
}

export function setCookie(request: Request, response: Response, cookie: Cookie, identifier: string): void {
  const secure = isSecure(request);
  const maxAge = maxAgeMs[cookie];
  response.cookie(cookieName(request, cookie), identifier, {
    httpOnly: true,
    sameSite: 'lax',
    secure,
    // The prefix __Host- requires the path /.
    path: secure ? '/' : `${rootPath(request.context.baseUrl)}/v2/oauth`,
    ...(maxAge !== undefined && { maxAge }),
  });
}

/** With the prefix __Host-, browsers accept the cookie over HTTPS only, and only from this very host. */
function cookieName(request: Request, cookie: Cookie): string {
  const name = `place-directory-${cookie}`;
  return isSecure(request) ? `__Host-${name}` : name;
}

function isSecure(request: Request): boolean {
  return request.context.baseUrl.startsWith('https:');
}
