import { createHmac } from 'node:crypto';
import Bowser from 'bowser';
import { type Request, type Response, type CookieOptions } from 'express';
import { parse } from 'cookie';
import { equalsInConstantTime, newToken } from '../../auth/token-store.js';
import { rootPath, headerLimits } from '../../http/links.js';
import { languageChosenBefore, textsFor, type Texts } from './texts.js';
import { contentPolicy, html } from '../../http/page.js';
import { type FormFrame, layout, styleSource } from './layout.js';

/** What the pages need of a browser's request, except for its parameters. */
export interface BrowserContext {
  /** The session identifier of the cookie, or a new one. A browser has one before anybody signs in. */
  sessionId: string;
  /** Whether the browser sent the identifier. */
  hasCookie: boolean;
  /** The identifier of the cookie that a browser gets with its first sign-in, or a new one. */
  deviceId: string;
  /** Such as `Firefox (Linux)`, for the list of sessions. */
  browserName?: string;
  texts: Texts;
  /** Path of the authorization endpoint, as browsers see it. */
  authorize: string;
  /** The same for its forms, with the language that was chosen. */
  action: string;
  /** Paths of the account page and of the sign-out page. */
  account: string;
  signOut: string;
  /** Path of the search page, if it is on. */
  map?: string;
  /** Base URL of the service, which is its issuer identifier (RFC 9207). */
  issuer: string;
  /** For counting failed attempts. */
  clientIp: string;
}

export function browserContext(request: Request): BrowserContext {
  const { baseUrl } = request.context;
  const folder = `${rootPath(baseUrl)}/v2/oauth`;
  const browserName = nameBrowser(request.get('user-agent'));
  const session = readCookie(request, 'session');
  const language = languageChosenBefore(request);
  const query = language === undefined ? '' : `?lang=${language}`;
  return {
    sessionId: session ?? newToken(),
    hasCookie: session !== undefined,
    deviceId: readCookie(request, 'browser') ?? newToken(),
    ...(browserName !== undefined && { browserName }),
    texts: textsFor(request),
    authorize: `${folder}/authorize`,
    action: `${folder}/authorize${language === undefined ? '' : `?ui_locales=${language}`}`,
    account: `${folder}/account${query}`,
    signOut: `${folder}/sign-out${query}`,
    ...(request.context.hasExplore && { map: `${rootPath(baseUrl)}/explore${query}` }),
    issuer: baseUrl,
    clientIp: request.ip ?? '',
  };
}

/** Browsers send shorter headers. */
const maxUserAgent = 512;

/** Stores only names of known browsers and systems, because the whole header would identify people. */
function nameBrowser(userAgent: string | undefined): string | undefined {
  if (userAgent === undefined || userAgent === '') return undefined;
  const { browser, os } = Bowser.parse(userAgent.slice(0, maxUserAgent));
  if (browser.name === undefined || !Object.values(Bowser.BROWSER_MAP).includes(browser.name)) return undefined;
  return os.name === undefined ? browser.name : `${browser.name} (${os.name})`;
}

/** A page or a redirect. `sessionId` and `deviceId` are set as cookies; `endsSession` removes the cookie of the session. */
export type BrowserResponse = { sessionId?: string; deviceId?: string; endsSession?: boolean } & (
  | {
      status: number;
      page: string;
      /** Where the page's forms may lead (`formTargets`). */
      targets?: string[];
      headers?: Record<string, string>;
    }
  | { location: string }
);

/**
 * Redirects with 303, so that a browser sends GET after a form (RFC 9700, section 4.12). A URL that is too long for a header, which
 * `state` can cause, becomes a page with a link.
 */
export function sendBrowserResponse(request: Request, response: Response, content: BrowserResponse): void {
  if (content.endsSession === true) clearCookie(request, response, 'session');
  if (content.sessionId !== undefined) setCookie(request, response, 'session', content.sessionId);
  if (content.deviceId !== undefined) setCookie(request, response, 'browser', content.deviceId);
  if ('location' in content && content.location.length > headerLimits.location) {
    const texts = textsFor(request);
    response.set(pageHeaders()).type('html').send(forwardPage(texts, content.location));
    return;
  }
  if ('location' in content) {
    // No body: Express would repeat the URL there, which holds the code.
    response.status(303).set('Location', content.location).end();
    return;
  }
  const { status, page, targets = [], headers = {} } = content;
  response
    .status(status)
    .set(pageHeaders(["'self'", ...targets]))
    .set(headers)
    .type('html')
    .send(page);
}

function forwardPage(texts: Texts, location: string): string {
  return layout(
    texts,
    texts.forwardTitle,
    html`<h1>${texts.forwardTitle}</h1>
<p><a class="button" href="${location}">${texts.forward}</a></p>`,
    { head: html`<meta http-equiv="refresh" content="0; url=${location}">` },
  );
}

/**
 * Headers of the pages: not cached; the page can run no script and load nothing but its icon.
 *
 * @param targets where the forms of the page may lead
 */
export function pageHeaders(targets: readonly string[] = ["'none'"]): Record<string, string> {
  const policy = { 'style-src': styleSource, 'img-src': 'data:', 'form-action': targets.join(' ') };
  return { 'Cache-Control': 'no-store', 'Content-Security-Policy': contentPolicy(policy) };
}

/**
 * The values of `form-action` that let a form redirect to a client. Chromium applies `form-action` to all redirects after
 * a form, those of the client included. So the values are schemes, not hosts (docs/adr/0022-own-oauth-endpoints.md).
 */
export function formTargets(redirectUris: readonly string[]): string[] {
  return [...new Set(['https:', ...redirectUris.map((uri) => new URL(uri).protocol)])];
}

/**
 * `session` identifies who is signed in. The browser drops it when it is closed, and the session expires in PostgreSQL. `browser` shows
 * that the browser has signed in before (docs/adr/0021-failed-attempts.md); it proves nothing else.
 */
type Cookie = 'session' | 'browser';

const maxAgeMs: Record<Cookie, number | undefined> = { session: undefined, browser: 400 * 86_400_000 };

/** @returns the identifier that the browser sent; undefined if there is none of the right form */
function readCookie(request: Request, cookie: Cookie): string | undefined {
  const sent = parse(request.headers.cookie ?? '')[cookieName(request, cookie)];
  return sent !== undefined && /^[\w-]{43}$/.test(sent) ? sent : undefined;
}

function setCookie(request: Request, response: Response, cookie: Cookie, identifier: string): void {
  const maxAge = maxAgeMs[cookie];
  const options = { ...optionsOf(request), ...(maxAge !== undefined && { maxAge }) };
  response.cookie(cookieName(request, cookie), identifier, options);
}

/** Makes the browser forget the cookie. */
function clearCookie(request: Request, response: Response, cookie: Cookie): void {
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

/**
 * The CSRF token of a form: an HMAC keyed with the session identifier, which other sites cannot read. Browsers have an
 * identifier before anybody signs in, so a forged form cannot sign a user in to another account either.
 */
export function formToken(session: string): string {
  return createHmac('sha256', session).update('form').digest('base64url');
}

/** Whether a form is from a page that this browser got. @param token the CSRF token of the form */
export function isOwnForm({ hasCookie, sessionId }: BrowserContext, token: string): boolean {
  return hasCookie && equalsInConstantTime(token, formToken(sessionId));
}

/** The frame of a form for this browser. */
export function frameOf({ sessionId }: BrowserContext, frame: Omit<FormFrame, 'token'>): FormFrame {
  return { ...frame, token: formToken(sessionId) };
}
