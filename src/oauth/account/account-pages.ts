import { type Html, html } from '../../http/page.js';
import { type Account } from '../../users/accounts.service.js';
import { type BrowserContext, formToken } from '../authorize/browser.js';
import { form, layout } from '../authorize/layout.js';
import { type Texts } from '../authorize/texts.js';
import { type GrantedApp } from '../grants/app-grants.js';
import { type ListedSession } from '../sessions/session-store.js';

export interface AccountView {
  user: Account;
  apps: readonly GrantedApp[];
  sessions: readonly ListedSession[];
  /** The session of this browser. */
  current: string;
}

/** The apps with access and the sessions of a user, each with the button that ends it. */
export function accountPage(browser: BrowserContext, { user, apps, sessions, current }: AccountView): string {
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
  );
}

function appEntry(browser: BrowserContext, { clientId, name, scope, since, used }: GrantedApp): Html {
  const { texts } = browser;
  const permissions = scope.flatMap((granted) => texts.scopes[granted] ?? [granted]);
  const button = html`<input type="hidden" name="app" value="${clientId}">
<button name="action" value="remove-access" class="other" aria-label="${texts.removeAccess}: ${name}">${texts.removeAccess}</button>`;
  return html`<li><h3>${name}</h3>
<ul class="quiet">${permissions.map((permission) => html`<li>${permission}</li>`)}</ul>
<p class="quiet">${texts.since} ${day(texts, since)}${used !== null && html`, ${texts.lastUsed} ${moment(texts, used)}`}</p>
${form(frameOf(browser), button)}</li>`;
}

function sessionEntry(browser: BrowserContext, session: ListedSession, isCurrent: boolean): Html {
  const { texts } = browser;
  const name = session.browser ?? texts.unknownBrowser;
  const button = html`<input type="hidden" name="session" value="${session.id}">
<button name="action" value="end-session" class="other" aria-label="${texts.endSession}: ${name}">${texts.endSession}</button>`;
  return html`<li><h3>${name}${isCurrent && html` <span class="badge">${texts.thisBrowser}</span>`}</h3>
<p class="quiet">${texts.since} ${moment(texts, session.created)}</p>
${!isCurrent && form(frameOf(browser), button)}</li>`;
}

/** Asks before a sign-out. @param user absent if the session has expired: its tokens may not have */
export function signOutPage(browser: BrowserContext, user: Account | undefined): string {
  const { texts } = browser;
  return layout(
    texts,
    texts.signOutTitle,
    html`<h1>${texts.signOutTitle}</h1>
${user && signedInAs(texts, user)}
<p>${texts.signOutReason}</p>
${signOutForm(browser)}
<p class="foot"><a href="${browser.account}">${texts.accountLink}</a></p>`,
  );
}

export function signedOutPage({ texts, account }: BrowserContext): string {
  return layout(
    texts,
    texts.signedOutTitle,
    html`<h1>${texts.signedOutTitle}</h1>
<p>${texts.signedOutReason}</p>
<p><a class="button" href="${account}">${texts.signIn}</a></p>`,
  );
}

function signedInAs(texts: Texts, { name, email }: Account): Html {
  return html`<p class="who">${texts.signedInAs} <strong>${name}</strong> (${email}).</p>`;
}

function signOutForm(browser: BrowserContext, style = ''): Html {
  const button = html`<button name="action" value="sign-out" class="${style}">${browser.texts.signOut}</button>`;
  return form({ action: browser.signOut, token: formToken(browser.session) }, button);
}

function frameOf({ account, session }: BrowserContext): { action: string; token: string } {
  return { action: account, token: formToken(session) };
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
