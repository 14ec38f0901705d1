import Bowser from 'bowser';
import { type Request } from 'express';
import { newToken } from '../../auth/tokens/token-digest.js';
import { rootPath } from '../../http/routes/root-path.js';
import { readCookie } from '../sessions/cookies.js';
import { textsFor } from './pages/language.js';
import { type Texts } from './pages/texts/texts.js';

/** What the pages need to know of a browser's request beside its parameters. */
export interface BrowserContext {
  /** The session identifier of the cookie, or a new one. Nobody needs to be signed in with it. */
  session: string;
  /** Whether the browser sent the identifier. */
  hasCookie: boolean;
  /** The identifier by which a browser that has signed in before is known, or a new one. */
  browser: string;
  /** Such as `Firefox (Linux)`, for the list of sessions. */
  browserName?: string;
  texts: Texts;
  /** Path of the authorization endpoint, as browsers see it. */
  action: string;
  /** Paths of the account page and of the sign-out page. */
  account: string;
  signOut: string;
  /** Base address of the service, which is its issuer identifier (RFC 9207). */
  issuer: string;
  /** Network address, for counting failed attempts. */
  address: string;
}

export function browserContext(request: Request): BrowserContext {
  const { baseUrl } = request.context;
  const folder = `${rootPath(baseUrl)}/v2/oauth`;
  const browserName = nameBrowser(request.get('user-agent'));
  const session = readCookie(request, 'session');
  return {
    session: session ?? newToken(),
    hasCookie: session !== undefined,
    browser: readCookie(request, 'browser') ?? newToken(),
    ...(browserName !== undefined && { browserName }),
    texts: textsFor(request.get('accept-language')),
    action: `${folder}/authorize`,
    account: `${folder}/account`,
    signOut: `${folder}/sign-out`,
    issuer: baseUrl,
    address: request.ip ?? '',
  };
}

/** Browsers send shorter headers. */
const maxUserAgent = 512;

/** Only the names of known browsers and systems: the header itself would tell people apart. */
function nameBrowser(userAgent: string | undefined): string | undefined {
  if (userAgent === undefined || userAgent === '') return undefined;
  const { browser, os } = Bowser.parse(userAgent.slice(0, maxUserAgent));
  if (browser.name === undefined || !Object.values(Bowser.BROWSER_MAP).includes(browser.name)) return undefined;
  return os.name === undefined ? browser.name : `${browser.name} (${os.name})`;
}
