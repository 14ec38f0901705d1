import { type IncomingHttpHeaders } from 'node:http';
import { pathOf } from '../request/request-target.js';

/** What browsers of other origins may read of an answer. */
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
];

interface Asked {
  method?: string | undefined;
  url?: string | undefined;
  headers: IncomingHttpHeaders;
}

/**
 * How calls from browsers of these origins are answered: a preflight by what may be called, every other request by
 * itself, an OPTIONS too. No call takes cookies along: they are for the pages where people sign in, and no script is to read
 * those. Nothing is said of origins there.
 */
export function crossOrigin(origins: readonly string[]) {
  const all = { origin: [...origins], exposedHeaders };
  const preflight = { ...all, methods: ['GET', 'HEAD', 'POST'], maxAge: 600 };
  const other = { ...all, methods: [], preflightContinue: true };
  const none = { origin: false };
  type Options = typeof preflight | typeof other | typeof none;
  return (request: Asked, answer: (error: null, options: Options) => void): void => {
    if (isForPersons(request)) answer(null, none);
    else answer(null, isPreflight(request) ? preflight : other);
  };
}

/** A browser that asks before it calls names the method (Fetch standard, section 3.2.2). */
export function isPreflight(request: Asked): boolean {
  const { method, headers } = request;
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined && !isForPersons(request);
}

/** Browsers are led to the authorization endpoint and never call it: it must not take part in CORS (RFC 9700, section 2.6). */
function isForPersons({ url = '' }: Asked): boolean {
  return /^\/v2\/oauth\/authorize(\/|$)/i.test(pathOf(url));
}

/** The same for an answer that no middleware sees: names and values in turn. */
export function crossOriginHeaders(origins: readonly string[], origin: string | undefined): string[] {
  if (origin === undefined || !origins.includes(origin)) return [];
  return ['Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', exposedHeaders.join(',')];
}
