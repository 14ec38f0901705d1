import { type IncomingMessage, type ServerResponse } from 'node:http';
import helmet from 'helmet';
import { type Environment } from '../config/environment.js';
import { headerLimits } from './links.js';
import { type NodeMiddleware } from './request-context.js';
import { signInPages } from './request-target.js';

/** Response headers that scripts of other origins may read. */
const exposedHeaders = [
  'Link',
  'ETag',
  'Preference-Applied',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'WWW-Authenticate',
  'X-Ignored-Parameters',
  'X-Request-Id',
].join(',');

/** Seconds for which a browser caches the response to a preflight. */
const preflightMaxAge = 600;

/**
 * Lets scripts of these origins read responses. Credentials change nothing: only the sign-in pages, which are excepted, use
 * cookies. Written here because the package `cors` takes every OPTIONS request for a preflight.
 */
export function cors({
  CORS_ORIGINS: origins,
  OLD_CLIENTS: oldClients,
}: Pick<Environment, 'CORS_ORIGINS' | 'OLD_CLIENTS'>): NodeMiddleware {
  const credentials = oldClients.includes('cors-credentials');
  return (request, response, next) => {
    if (origins.length === 0 || isSignInPage(request)) {
      next();
      return;
    }
    const { origin } = request.headers;
    varyBy('Origin', response);
    response.setHeader('Access-Control-Expose-Headers', exposedHeaders);
    if (origin !== undefined && origins.includes(origin)) {
      response.setHeader('Access-Control-Allow-Origin', origin);
      if (credentials) response.setHeader('Access-Control-Allow-Credentials', 'true');
    }
    if (isPreflight(request)) sendPreflight(request, response);
    else next();
  };
}

/** A preflight names the method of the call to come (Fetch standard, section 3.2.2). */
function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

function sendPreflight({ headers }: IncomingMessage, response: ServerResponse): void {
  const { 'access-control-request-headers': requested } = headers;
  response.statusCode = 204;
  varyBy('Access-Control-Request-Headers', response);
  response.setHeader('Access-Control-Allow-Methods', 'GET,HEAD,POST');
  if (requested !== undefined) response.setHeader('Access-Control-Allow-Headers', cutList(requested));
  response.setHeader('Access-Control-Max-Age', String(preflightMaxAge));
  response.end();
}

/** Cuts a list after an element. */
function cutList(list: string): string {
  if (list.length <= headerLimits.allowHeaders) return list;
  return list.slice(0, Math.max(0, list.lastIndexOf(',', headerLimits.allowHeaders)));
}

export function varyBy(name: string, response: ServerResponse): void {
  response.setHeader('Vary', `${String(response.getHeader('Vary'))}, ${name}`);
}

function isSignInPage({ context }: IncomingMessage): boolean {
  return signInPages.test(context.path);
}

/** Sets the security headers of responses that are data, and load and run nothing. HTML pages have a policy of their own. */
export const setSecurityHeaders: NodeMiddleware = helmet({
  // Apps open the sign-in page in a window of their own, and wait for its result.
  crossOriginOpenerPolicy: false,
  xFrameOptions: { action: 'deny' },
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  },
});
