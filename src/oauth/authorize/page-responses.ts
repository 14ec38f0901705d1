import { type Account } from '../../users/accounts.service.js';
import { formToken } from '../sessions/csrf.js';
import { type SignInOutcome } from '../sessions/sign-in.service.js';
import { type AuthorizationRequest } from './authorization-requests.js';
import { type BrowserContext } from './browser-context.js';
import { type BrowserResponse } from './browser-response.js';
import { formTargets } from './page-headers.js';
import { consentPage } from './pages/consent-page.js';
import { stalePage } from './pages/failure-page.js';
import { type FormFrame } from './pages/form.js';
import { type SignInView, signInPage } from './pages/sign-in-page.js';

/** What a user signs in for. */
export type SignInTarget = Pick<SignInView, 'frame' | 'reason' | 'canCancel'> & {
  /** Where the form may lead (`formTargets`). */
  targets?: string[];
};

export function signInTarget(browser: BrowserContext, request: AuthorizationRequest): SignInTarget {
  return {
    frame: frameOf(browser, request),
    reason: browser.texts.signInReason(request.client.name),
    canCancel: true,
    targets: formTargets(request.client.redirectUris),
  };
}

type SignInAlert = Pick<SignInView, 'email' | 'alert' | 'invalid'> & {
  status?: number;
  headers?: Record<string, string>;
};

/** The sign-in page, perhaps with an alert about the last attempt and its status. */
export function signInResponse(
  browser: BrowserContext,
  { targets = [], ...target }: SignInTarget,
  { status = 200, headers = {}, ...alert }: SignInAlert = {},
): BrowserResponse {
  return {
    status,
    headers,
    page: signInPage(browser.texts, { ...target, ...alert }),
    targets,
    ...(!browser.hasCookie && { session: browser.session }),
  };
}

/** The sign-in page again, with the reason. */
export function rejectedSignIn(
  browser: BrowserContext,
  target: SignInTarget,
  email: string,
  outcome: Exclude<SignInOutcome, { session: string }>,
): BrowserResponse {
  const { texts } = browser;
  switch (outcome.rejected) {
    case 'missing':
      return signInResponse(browser, target, { status: 400, email, alert: texts.missing, invalid: true });
    case 'wrong':
      return signInResponse(browser, target, { status: 403, email, alert: texts.wrong, invalid: true });
    case 'tooMany': {
      const alert = texts.tooMany(Math.ceil(outcome.retryAfter / 60));
      const headers = { 'Retry-After': String(outcome.retryAfter) };
      return signInResponse(browser, target, { status: 429, headers, email, alert });
    }
  }
}

/** The page on which a user who is signed in consents. */
export function consentResponse(
  browser: BrowserContext,
  request: AuthorizationRequest,
  user: Account,
): BrowserResponse {
  const { client, scope, redirectUri } = request;
  const destination = destinationOf(redirectUri) ?? browser.texts.thisDevice;
  const { account } = browser;
  const view = { frame: frameOf(browser, request), client: client.name, scope, user, destination, account };
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
