import { parse } from 'cookie';
import { type CookieOptions, type Request, type Response } from 'express';
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
  const maxAge = maxAgeMs[cookie];
  const options = { ...optionsOf(request), ...(maxAge !== undefined && { maxAge }) };
  response.cookie(cookieName(request, cookie), identifier, options);
}

/** Makes the browser forget the cookie. */
export function clearCookie(request: Request, response: Response, cookie: Cookie): void {
  response.clearCookie(cookieName(request, cookie), optionsOf(request));
}

function optionsOf(request: Request): CookieOptions {
  const secure = isSecure(request);
  // The prefix __Host- requires the path /.
  const path = secure ? '/' : `${rootPath(request.context.baseUrl)}/v2/oauth`;
  return { httpOnly: true, sameSite: 'lax', secure, path };
}

/** With the prefix __Host-, browsers accept the cookie over HTTPS only, and only from this very host. */
function cookieName(request: Request, cookie: Cookie): string {
  const name = `place-directory-${cookie}`;
  return isSecure(request) ? `__Host-${name}` : name;
}

function isSecure(request: Request): boolean {
  return request.context.baseUrl.startsWith('https:');
}
