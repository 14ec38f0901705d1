import { type Account } from '../../users/accounts.service.js';
import { formToken } from '../sessions/csrf.js';
import { type AuthorizationRequest } from './authorization-requests.js';
import { type BrowserContext } from './browser-context.js';
import { type BrowserResponse } from './browser-response.js';
import { formTargets } from './page-headers.js';
import { consentPage } from './pages/consent-page.js';
import { stalePage } from './pages/failure-page.js';
import { type FormFrame } from './pages/form.js';
import { type SignInView, signInPage } from './pages/sign-in-page.js';

/** The sign-in page, perhaps with an alert about the last attempt and its status. */
export function signInResponse(
  browser: BrowserContext,
  request: AuthorizationRequest,
  {
    status = 200,
    headers = {},
    ...view
  }: Partial<SignInView> & { status?: number; headers?: Record<string, string> } = {},
): BrowserResponse {
  return {
    status,
    headers,
    page: signInPage(browser.texts, { frame: frameOf(browser, request), client: request.client.name, ...view }),
    targets: formTargets(request.client.redirectUris),
    ...(!browser.hasCookie && { session: browser.session }),
  };
}

/** The page on which a user who is signed in consents. */
export function consentResponse(
  browser: BrowserContext,
  request: AuthorizationRequest,
  user: Account,
): BrowserResponse {
  const { client, scope, redirectUri } = request;
  const destination = destinationOf(redirectUri) ?? browser.texts.thisDevice;
  const view = { frame: frameOf(browser, request), client: client.name, scope, user, destination };
  return { status: 200, page: consentPage(browser.texts, view), targets: formTargets(client.redirectUris) };
}

/** Rejects a form whose CSRF token is not for this browser. @param retryLocation where the user gets a new form */
export function staleFormResponse({ texts }: BrowserContext, retryLocation: string): BrowserResponse {
  return { status: 403, page: stalePage(texts, retryLocation) };
}

function frameOf({ action, session }: BrowserContext, { query }: AuthorizationRequest): FormFrame {
  return { action, request: query, token: formToken(session) };
}

/** @returns the host of a web site; undefined if the URI leads to a program on the user's device */
function destinationOf(redirectUri: string): string | undefined {
  const { protocol, hostname } = new URL(redirectUri);
  return /^https?:$/.test(protocol) && !/^(127\.0\.0\.1|\[::1\]|localhost)$/.test(hostname) ? hostname : undefined;
}
