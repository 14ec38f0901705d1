import { type Request } from 'express';
import { rootPath } from '../../http/routes/root-path.js';
import { readSessionCookie } from '../sessions/session-cookie.js';
import { newToken } from '../../auth/tokens/token-digest.js';
import { textsFor } from './pages/language.js';
import { type Texts } from './pages/texts/texts.js';

/** A browser that comes to the authorization endpoint. */
export interface SignInState {
  /** The session's identifier; one that was made just now when the browser sent none. */
  session: string;
  /** The browser sent it. */
  known: boolean;
  texts: Texts;
  /** Path of the authorization endpoint, as browsers see it. */
  action: string;
  /** How the service calls itself to clients (RFC 9207). */
  issuer: string;
  /** Network address, for the counting of attempts. */
  address: string;
}

export function signInStateOf(request: Request): SignInState {
  const { baseUrl } = request.context;
  const session = readSessionCookie(request);
  return {
    session: session ?? newToken(),
    known: session !== undefined,
    texts: textsFor(request.get('accept-language')),
    action: `${rootPath(baseUrl)}/v2/oauth/authorize`,
    issuer: baseUrl,
    address: request.ip ?? '',
  };
}
