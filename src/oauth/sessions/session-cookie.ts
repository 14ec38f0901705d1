import { parse } from 'cookie';
import { type Request, type Response } from 'express';
import { rootPath } from '../../http/routes/root-path.js';

const name = 'place-directory-session';

/** The identifier of the session as the browser sends it: undefined when there is none that could be ours. */
export function readSessionCookie(request: Request): string | undefined {
  const sent = parse(request.headers.cookie ?? '')[cookieName(request)];
  return sent !== undefined && /^[\w-]{43}$/.test(sent) ? sent : undefined;
}

/** Lets the browser keep the identifier until it is closed; when the session ends is for PostgreSQL to say. */
export function setSessionCookie(request: Request, response: Response, session: string): void {
  const secure = isSecure(request);
  response.cookie(cookieName(request), session, {
    httpOnly: true,
    sameSite: 'lax',
    secure,
    // The prefix below asks for the whole site.
    path: secure ? '/' : `${pathOf(request)}/v2/oauth`,
  });
}

/** Behind TLS the prefix makes browsers refuse a cookie of this name from anybody but this very host. */
function cookieName(request: Request): string {
  return isSecure(request) ? `__Host-${name}` : name;
}

function isSecure(request: Request): boolean {
  return request.context.baseUrl.startsWith('https:');
}

function pathOf(request: Request): string {
  return rootPath(request.context.baseUrl);
}
