import { type Request } from 'express';
import { newToken } from '../../auth/tokens/token-digest.js';
import { rootPath } from '../../http/routes/root-path.js';
import { readCookie } from '../sessions/cookies.js';
import { textsFor } from './pages/language.js';
import { type Texts } from './pages/texts/texts.js';

/** What the authorization endpoint needs to know of a browser's request beside its parameters. */
export interface BrowserContext {
  /** The session identifier of the cookie, or a new one. Nobody needs to be signed in with it. */
  session: string;
  /** Whether the browser sent the identifier. */
  hasCookie: boolean;
  /** The identifier by which a browser that has signed in before is known, or a new one. */
  browser: string;
  texts: Texts;
  /** Path of the authorization endpoint, as browsers see it. */
  action: string;
  /** Base address of the service, which is its issuer identifier (RFC 9207). */
  issuer: string;
  /** Network address, for counting failed attempts. */
  address: string;
}

export function browserContext(request: Request): BrowserContext {
  const { baseUrl } = request.context;
  const session = readCookie(request, 'session');
  return {
    session: session ?? newToken(),
    hasCookie: session !== undefined,
    browser: readCookie(request, 'browser') ?? newToken(),
    texts: textsFor(request.get('accept-language')),
    action: `${rootPath(baseUrl)}/v2/oauth/authorize`,
    issuer: baseUrl,
    address: request.ip ?? '',
  };
}
