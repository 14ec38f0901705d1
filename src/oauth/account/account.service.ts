import { Injectable } from '@nestjs/common';
import { type Request } from 'express';
import { digest } from '../../auth/token-store.js';
import { type Account } from '../../users/accounts.service.js';
import {
  browserContext,
  type BrowserContext,
  type BrowserResponse,
  formToken,
  isFormToken,
} from '../authorize/browser.js';
import { rejectedSignIn, signInResponse, type SignInPurpose, staleFormResponse } from '../authorize/pages.js';
import { credentialsOf, type Fields, malformed, readFields } from '../authorize/page-middleware.js';
import { AppGrants } from '../grants/app-grants.js';
import { SessionStore } from '../sessions/session-store.js';
import { signOutEvent } from '../sessions/user-authentication.js';
import { SignInService } from '../sessions/sign-in.service.js';
import { accountPage, signedOutPage, signOutPage } from './account-pages.js';

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
    const user = await this.signIns.findUser(browser.session);
    if (!user) return signInResponse(browser, signInPurpose(browser));
    const [apps, sessions] = await Promise.all([this.apps.list(user.id), this.sessions.list(user.id)]);
    const current = digest(browser.session).toString('hex');
    return { status: 200, page: accountPage(browser, { user, apps, sessions, current }) };
  }

  /** Handles a button of the account page, or of its sign-in page. Rejects a form whose CSRF token is not for this browser. */
  async submit(request: Request): Promise<BrowserResponse> {
    const [browser, valueOf] = [browserContext(request), readFields(request)];
    const action = valueOf('action');
    if (!isOwnForm(browser, valueOf)) return staleFormResponse(browser, browser.account);
    if (action === 'sign-in') return this.signIn(browser, credentialsOf(valueOf));
    if (action !== 'remove-access' && action !== 'end-session') throw malformed();
    const user = await this.signIns.findUser(browser.session);
    if (!user) return signInResponse(browser, signInPurpose(browser), { status: 403, alert: browser.texts.ended });
    if (action === 'remove-access') await this.apps.revoke(user.id, valueOf('app'), browser.clientIp);
    else await this.endSession(user, valueOf('session'), browser.clientIp);
    return { location: browser.account };
  }

  /** Asks before a sign-out: a link must not sign anybody out. */
  async showSignOut(request: Request): Promise<BrowserResponse> {
    const browser = browserContext(request);
    if (!browser.hasCookie) return { status: 200, page: signedOutPage(browser) };
    return { status: 200, page: signOutPage(browser, await this.signIns.findUser(browser.session)) };
  }

  /** Ends the session of the browser, its cookie, and the tokens that apps got in it. Rejects forged forms. */
  async signOut(request: Request): Promise<BrowserResponse> {
    const [browser, valueOf] = [browserContext(request), readFields(request)];
    if (!isOwnForm(browser, valueOf)) return staleFormResponse(browser, browser.signOut);
    await this.sessions.close(digest(browser.session), signOutEvent(browser.clientIp));
    return { location: browser.signOut, endsSession: true };
  }

  private async signIn(browser: BrowserContext, form: { email: string; password: string }): Promise<BrowserResponse> {
    const outcome = await this.signIns.signIn(browser, form);
    if ('session' in outcome) return { location: browser.account, session: outcome.session, browser: browser.browser };
    return rejectedSignIn(browser, signInPurpose(browser), form.email, outcome);
  }

  /** @param session its digest in hexadecimal digits, as in the form */
  private async endSession({ id }: Account, session: string, clientIp: string): Promise<void> {
    if (!/^[0-9a-f]{64}$/.test(session)) throw malformed();
    const [actor, details] = [`user:${id}`, { sessions: 1, address: clientIp }];
    const event = { actor, action: 'sessions.revoke', details } as const;
    await this.sessions.close(Buffer.from(session, 'hex'), event, { ownerId: id });
  }
}

function isOwnForm({ hasCookie, session }: BrowserContext, valueOf: Fields): boolean {
  return hasCookie && isFormToken(session, valueOf('token'));
}

function signInPurpose({ account, session, texts }: BrowserContext): SignInPurpose {
  return { frame: { action: account, token: formToken(session) }, reason: texts.accountReason, canCancel: false };
}
