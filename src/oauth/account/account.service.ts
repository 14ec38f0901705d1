import { Injectable } from '@nestjs/common';
import { type Request } from 'express';
import { digest } from '../../auth/token-store.js';
import { type Account } from '../../users/accounts.service.js';
import { browserContext, type BrowserContext, type BrowserResponse, frameOf, isOwnForm } from '../authorize/browser.js';
import { signInPurpose, signInResponse, signInResult, staleFormResponse } from '../authorize/pages.js';
import { credentialsOf, malformed, readFields } from '../authorize/page-middleware.js';
import { AppGrants, type GrantedApp } from '../grants/app-grants.js';
import { SessionStore, SignInService, type ListedSession } from '../sessions/sign-in.service.js';
import { signOutEvent } from '../sessions/user-authentication.js';
import { type Html, html } from '../../http/page.js';
import { form, layout } from '../authorize/layout.js';
import { type Texts } from '../authorize/texts.js';

/** The pages on which users see and end their sessions and the access of apps. */
@Injectable()
export class AccountService {
  constructor(
    private readonly signIns: SignInService,
    private readonly sessions: SessionStore,
    private readonly apps: AppGrants,
  ) {}

  /** Shows the account page, or the sign-in page that leads to it. */
  async show(request: Request): Promise<BrowserResponse> {
    const browser = browserContext(request);
    const user = await this.signIns.findUser(browser.sessionId);
    if (!user) return signInResponse(browser, signInPurpose(browser));
    const [apps, sessions] = await Promise.all([this.apps.list(user.id), this.sessions.list(user.id)]);
    const current = digest(browser.sessionId).toString('hex');
    return { status: 200, page: accountPage(browser, { user, apps, sessions, current }) };
  }

  /** Handles a button of the account page, or of its sign-in page. Rejects a form whose CSRF token is not for this browser. */
  async submit(request: Request): Promise<BrowserResponse> {
    const [browser, fieldOf] = [browserContext(request), readFields(request)];
    const action = fieldOf('action');
    if (!isOwnForm(browser, fieldOf('token'))) return staleFormResponse(browser, browser.account);
    if (action === 'sign-in') {
      const credentials = credentialsOf(fieldOf);
      const next = { email: credentials.email, location: browser.account, purpose: signInPurpose(browser) };
      return signInResult(browser, await this.signIns.signIn(browser, credentials), next);
    }
    if (action !== 'remove-access' && action !== 'end-session') throw malformed();
    const user = await this.signIns.findUser(browser.sessionId);
    if (!user) return signInResponse(browser, signInPurpose(browser), { status: 403, alert: browser.texts.ended });
    if (action === 'remove-access') await this.apps.revoke(user.id, fieldOf('app'), browser.clientIp);
    else await this.endSession(user, fieldOf('session'), browser.clientIp);
    return { location: browser.account };
  }

  /** Asks before a sign-out: a link must not sign anybody out. */
  async showSignOut(request: Request): Promise<BrowserResponse> {
    const browser = browserContext(request);
    if (!browser.hasCookie) return { status: 200, page: signedOutPage(browser) };
    return { status: 200, page: signOutPage(browser, await this.signIns.findUser(browser.sessionId)) };
  }

  /** Ends the session of the browser, its cookie, and the tokens that apps got in it. Rejects forged forms. */
  async signOut(request: Request): Promise<BrowserResponse> {
    const [browser, fieldOf] = [browserContext(request), readFields(request)];
    if (!isOwnForm(browser, fieldOf('token'))) return staleFormResponse(browser, browser.signOut);
    await this.sessions.close(digest(browser.sessionId), signOutEvent(browser.clientIp));
    return { location: browser.signOut, endsSession: true };
  }

  /** @param sessionDigestHex as in the form */
  private async endSession({ id }: Account, sessionDigestHex: string, clientIp: string): Promise<void> {
    if (!/^[0-9a-f]{64}$/.test(sessionDigestHex)) throw malformed();
    const [actor, details] = [`user:${id}`, { sessions: 1, address: clientIp }];
    const event = { actor, action: 'sessions.revoke', details } as const;
    await this.sessions.close(Buffer.from(sessionDigestHex, 'hex'), event, { ownerId: id });
  }
}

interface AccountView {
  user: Account;
  apps: readonly GrantedApp[];
  sessions: readonly ListedSession[];
  /** The session of this browser. */
  current: string;
}

/** The apps with access and the sessions of a user, each with the button that ends it. */
function accountPage(browser: BrowserContext, { user, apps, sessions, current }: AccountView): string {
  const { texts } = browser;
  return layout(
    texts,
    texts.accountTitle,
    html`<h1>${texts.accountTitle}</h1>
${signedInAs(texts, user)}
${signOutForm(browser, 'other')}
<h2>${texts.appsTitle}</h2>
${
  apps.length === 0
    ? html`<p class="quiet">${texts.noApps}</p>`
    : html`<ul class="entries">${apps.map((app) => appEntry(browser, app))}</ul>`
}
<h2>${texts.sessionsTitle}</h2>
<p class="quiet">${texts.sessionsReason}</p>
<ul class="entries">${sessions.map((session) => sessionEntry(browser, session, session.id === current))}</ul>`,
    { nav: mapLink(browser) },
  );
}

function appEntry(browser: BrowserContext, { clientId, name, scope, since, lastUsed }: GrantedApp): Html {
  const { texts } = browser;
  const permissions = scope.flatMap((granted) => texts.scopes[granted] ?? [granted]);
  const button = html`<input type="hidden" name="app" value="${clientId}">
<button name="action" value="remove-access" class="other" aria-label="${texts.removeAccess}: ${name}">${texts.removeAccess}</button>`;
  return html`<li><h3>${name}</h3>
<ul class="quiet">${permissions.map((permission) => html`<li>${permission}</li>`)}</ul>
<p class="quiet">${texts.since} ${day(texts, since)}${lastUsed !== null && html`, ${texts.lastUsed} ${moment(texts, lastUsed)}`}</p>
${form(frameOf(browser, { action: browser.account }), button)}</li>`;
}

function sessionEntry(browser: BrowserContext, session: ListedSession, isCurrent: boolean): Html {
  const { texts } = browser;
  const name = session.browserName ?? texts.unknownBrowser;
  const button = html`<input type="hidden" name="session" value="${session.id}">
<button name="action" value="end-session" class="other" aria-label="${texts.endSession}: ${name}">${texts.endSession}</button>`;
  return html`<li><h3>${name}${isCurrent && html` <span class="badge">${texts.thisBrowser}</span>`}</h3>
<p class="quiet">${texts.since} ${moment(texts, session.created)}</p>
${!isCurrent && form(frameOf(browser, { action: browser.account }), button)}</li>`;
}

/** Asks before a sign-out. @param user absent if the session has expired: its tokens may not have */
function signOutPage(browser: BrowserContext, user: Account | undefined): string {
  const { texts } = browser;
  return layout(
    texts,
    texts.signOutTitle,
    html`<h1>${texts.signOutTitle}</h1>
${user && signedInAs(texts, user)}
<p>${texts.signOutReason}</p>
${signOutForm(browser)}
<p class="foot"><a href="${browser.account}">${texts.accountLink}</a></p>`,
    { nav: mapLink(browser) },
  );
}

function signedOutPage(browser: BrowserContext): string {
  const { texts, account } = browser;
  return layout(
    texts,
    texts.signedOutTitle,
    html`<h1>${texts.signedOutTitle}</h1>
<p>${texts.signedOutReason}</p>
<p><a class="button" href="${account}">${texts.signIn}</a></p>`,
    { nav: mapLink(browser) },
  );
}

function mapLink({ texts, map }: Pick<BrowserContext, 'texts' | 'map'>): Html | undefined {
  return map === undefined ? undefined : html`<a href="${map}">${texts.map}</a>`;
}

function signedInAs(texts: Texts, { name, email }: Account): Html {
  return html`<p class="who">${texts.signedInAs} <strong>${name}</strong> (${email}).</p>`;
}

function signOutForm(browser: BrowserContext, style = ''): Html {
  const button = html`<button name="action" value="sign-out" class="${style}">${browser.texts.signOut}</button>`;
  return form(frameOf(browser, { action: browser.signOut }), button);
}

function day(texts: Texts, date: Date): Html {
  return time(date, new Intl.DateTimeFormat(texts.lang, { dateStyle: 'long', timeZone: 'UTC' }));
}

/** The time zone of the user is not known. */
function moment(texts: Texts, date: Date): Html {
  const options = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const;
  return html`${time(date, new Intl.DateTimeFormat(texts.lang, options))} UTC`;
}

function time(date: Date, format: Intl.DateTimeFormat): Html {
  return html`<time datetime="${date.toISOString()}">${format.format(date)}</time>`;
}
