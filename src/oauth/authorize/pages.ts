import { isLoopback } from '../../config/values.js';
import { type Account } from '../../users/accounts.service.js';
import { frameOf, type BrowserContext, type BrowserResponse, formTargets } from './browser.js';
import { type SignInOutcome } from '../sessions/sign-in.service.js';
import { type AuthorizationRequest } from './authorization-requests.js';
import { type FormFrame, form, layout } from './layout.js';
import { rootPath } from '../../http/links.js';
import { html } from '../../http/page.js';
import { type RequestContext } from '../../http/request-context.js';
import { type Texts } from './texts.js';
import { type ProblemError } from '../../http/problems.js';

/** What a user signs in for. */
export interface SignInPurpose {
  frame: FormFrame;
  reason: string;
  /** Whether the user can return to a client without signing in. */
  canCancel: boolean;
  /** Where the form may lead (`formTargets`). */
  targets?: string[];
}

/** @param request absent if the user signs in to the account page */
export function signInPurpose(browser: BrowserContext, request?: AuthorizationRequest): SignInPurpose {
  const { texts, account, action } = browser;
  if (!request) return { frame: frameOf(browser, { action: account }), reason: texts.accountReason, canCancel: false };
  return {
    frame: frameOf(browser, { action, request: request.query }),
    reason: texts.signInReason(request.client.name),
    canCancel: true,
    targets: formTargets(request.client.redirectUris),
  };
}

/** Why the sign-in page is shown again. */
interface SignInFailure {
  status: number;
  alert: string;
  headers?: Record<string, string>;
  /** The e-mail address of the attempt. */
  email?: string;
  /** Whether the alert is about the input. */
  invalid?: boolean;
}

/** The sign-in page. The password is never sent back. */
export function signInResponse(
  { texts, hasCookie, sessionId }: BrowserContext,
  { frame, reason, canCancel, targets = [] }: SignInPurpose,
  failure?: SignInFailure,
): BrowserResponse {
  const { status = 200, headers = {}, alert, email = '', invalid = false } = failure ?? {};
  const state = invalid && html` aria-invalid="true" aria-describedby="alert"`;
  // The first empty field gets the focus.
  const [emailFocus, passwordFocus] = email === '' ? [html` autofocus`] : [undefined, html` autofocus`];
  const fields = html`<label for="email">${texts.emailLabel}</label>
<input id="email" name="email" type="text" inputmode="email" autocomplete="username" autocapitalize="none"
 spellcheck="false" maxlength="320" required value="${email}"${state}${emailFocus}>
<label for="password">${texts.passwordLabel}</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="2000"
 required${state}${passwordFocus}>
<button name="action" value="sign-in">${texts.signIn}</button>
${canCancel && html`<button name="action" value="deny" class="other">${texts.cancel}</button>`}`;
  const content = html`<h1>${texts.signInTitle}</h1>
<p>${reason}</p>
${alert !== undefined && html`<p class="alert" id="alert" role="alert">${alert}</p>`}
${form(frame, fields)}`;
  const page = layout(texts, texts.signInTitle, content);
  return { status, headers, page, targets, ...(!hasCookie && { sessionId }) };
}

/** After an attempt to sign in: the redirect to `location`, or the sign-in page again, with the reason. */
export function signInResult(
  browser: BrowserContext,
  outcome: SignInOutcome,
  { email, location, purpose }: { email: string; location: string; purpose: SignInPurpose },
): BrowserResponse {
  const { texts, deviceId } = browser;
  if ('session' in outcome) return { location, sessionId: outcome.session, deviceId };
  switch (outcome.rejected) {
    case 'missing':
      return signInResponse(browser, purpose, { status: 400, email, alert: texts.missing, invalid: true });
    case 'wrong':
      return signInResponse(browser, purpose, { status: 403, email, alert: texts.wrong, invalid: true });
    case 'tooMany': {
      const alert = texts.tooMany(Math.ceil(outcome.retryAfter / 60));
      const headers = { 'Retry-After': String(outcome.retryAfter) };
      return signInResponse(browser, purpose, { status: 429, headers, email, alert });
    }
  }
}

/** The page on which a user who is signed in consents. */
export function consentResponse(
  browser: BrowserContext,
  { client, scope, redirectUri, query }: AuthorizationRequest,
  user: Account,
): BrowserResponse {
  const { texts, account, action } = browser;
  const title = texts.consentTitle(client.name);
  const permissions = scope.flatMap((name) => texts.scopes[name] ?? [name]);
  const destination = destinationOf(redirectUri) ?? texts.thisDevice;
  const buttons = html`<button name="action" value="allow">${texts.allow}</button>
<button name="action" value="deny" class="other">${texts.deny}</button>
<button name="action" value="switch" class="link">${texts.switchAccount}</button>`;
  const content = html`<h1>${title}</h1>
<p class="who">${texts.signedInAs} <strong>${user.name}</strong> (${user.email}).</p>
<h2>${texts.willBeAble}</h2>
<ul>${permissions.map((permission) => html`<li>${permission}</li>`)}</ul>
<p class="quiet">${texts.passwordStays} ${texts.backTo(destination)}</p>
${form(frameOf(browser, { action, request: query }), buttons)}
<p class="quiet foot">${texts.endLater} <a href="${account}">${texts.accountLink}</a></p>`;
  return { status: 200, page: layout(texts, title, content), targets: formTargets(client.redirectUris) };
}

/** Rejects a form whose CSRF token is not for this browser. @param retryLocation where the user gets a new form */
export function staleFormResponse({ texts }: BrowserContext, retryLocation: string): BrowserResponse {
  const content = html`<h1>${texts.staleTitle}</h1>
<p>${texts.staleReason}</p>
<p><a class="button" href="${retryLocation}">${texts.tryAgain}</a></p>`;
  return { status: 403, page: layout(texts, texts.staleTitle, content) };
}

/** @returns the host of a web site; undefined if the URI leads to a program on the user's device */
function destinationOf(redirectUri: string): string | undefined {
  const { protocol, hostname } = new URL(redirectUri);
  return /^https?:$/.test(protocol) && !isLoopback(hostname) ? hostname : undefined;
}

/** An error for the user, with the way home, and with details for the developer of the client. */
export function failurePage(texts: Texts, problem: ProblemError, { id, baseUrl }: FailedRequest): string {
  const [title, reason] = textsOf(texts, problem);
  return layout(
    texts,
    title,
    html`<h1>${title}</h1>
<p>${reason}</p>
<p><a href="${rootPath(baseUrl)}/">${texts.startPage}</a></p>
<p class="quiet">${texts.forDevelopers} <span lang="en">${problem.detail}</span><br><code>${id}</code></p>`,
  );
}

type FailedRequest = Pick<RequestContext, 'id' | 'baseUrl'>;

function textsOf(texts: Texts, { code, status }: ProblemError): [title: string, reason: string] {
  if (code === 'authorization_invalid') return [texts.invalidTitle, texts.invalidReason];
  return [texts.failedTitle, status >= 500 ? texts.failedReason : texts.rejectedReason];
}
