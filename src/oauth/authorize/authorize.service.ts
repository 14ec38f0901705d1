import { Injectable } from '@nestjs/common';
import { digest } from '../../auth/token-store.js';
import { type ParsedQuery, formatReadableQuery } from '../../http/request-target.js';
import { TokenFamilies } from '../grants/token-families.js';
import { SessionStore, SignInService } from '../sessions/sign-in.service.js';
import { signOutEvent } from '../sessions/user-authentication.js';
import {
  type AuthorizationRequest,
  AuthorizationRequests,
  errorLocation,
  isRejected,
  responseLocation,
} from './authorization-requests.js';
import { isOwnForm, type BrowserContext, type BrowserResponse } from './browser.js';
import { type PostedForm } from './page-middleware.js';
import { consentResponse, signInPurpose, signInResponse, signInResult, staleFormResponse } from './pages.js';

/** The authorization endpoint (RFC 6749, section 4.1): signs users in, asks for their consent, issues codes to clients. */
@Injectable()
export class AuthorizeService {
  constructor(
    private readonly requests: AuthorizationRequests,
    private readonly signIns: SignInService,
    private readonly sessions: SessionStore,
    private readonly families: TokenFamilies,
  ) {}

  /** Shows the sign-in page, then the consent page, which a client of the operator does not need. */
  async show(browser: BrowserContext, query: ParsedQuery): Promise<BrowserResponse> {
    const request = await this.requests.read(query);
    if (isRejected(request)) return { location: errorLocation(request, browser.issuer) };
    const user = await this.signIns.findUser(browser.sessionId);
    if (!user) return signInResponse(browser, signInPurpose(browser, request));
    return needsConsent(request) ? consentResponse(browser, request, user) : this.allow(browser, request);
  }

  /** Handles the button that the user pressed. Rejects a form whose CSRF token is not for this browser. */
  async submit(browser: BrowserContext, form: PostedForm): Promise<BrowserResponse> {
    const retryLocation = `${browser.authorize}?${formatReadableQuery(form.request.pairs)}`;
    // A redirect, because browsers do not send a SameSite=Lax cookie with a POST from another site.
    if (form.action === 'start') return { location: retryLocation };
    if (!isOwnForm(browser, form.token)) return staleFormResponse(browser, retryLocation);
    const request = await this.requests.read(form.request);
    if (isRejected(request)) return { location: errorLocation(request, browser.issuer) };
    switch (form.action) {
      case 'sign-in': {
        const next = { email: form.email, location: retryLocation, purpose: signInPurpose(browser, request) };
        return signInResult(browser, await this.signIns.signIn(browser, form), next);
      }
      case 'switch':
        await this.sessions.close(digest(browser.sessionId), signOutEvent(browser.clientIp));
        return { location: retryLocation, endsSession: true };
      case 'deny': {
        const rejection = { ...request, error: 'access_denied', description: 'The user denied access' } as const;
        return { location: errorLocation(rejection, browser.issuer) };
      }
      case 'allow':
        return this.allow(browser, request);
    }
  }

  private async allow(browser: BrowserContext, request: AuthorizationRequest): Promise<BrowserResponse> {
    const user = await this.signIns.findUser(browser.sessionId);
    const sessionEnded = () =>
      signInResponse(browser, signInPurpose(browser, request), { status: 403, alert: browser.texts.ended });
    if (!user) return sessionEnded();
    const { client, redirectUri, namesRedirectUri, scope, codeChallenge } = request;
    const code = await this.families.issueCode({
      clientId: client.id,
      userId: user.id,
      session: browser.sessionId,
      scope,
      ...(namesRedirectUri && { redirectUri }),
      ...(codeChallenge !== undefined && { codeChallenge }),
    });
    if (code === undefined) return sessionEnded();
    return { location: responseLocation(request, [['code', code]], browser.issuer) };
  }
}

/** Whether a client is the operator's depends on its registration only, because anybody can choose the parameters of a request. */
function needsConsent({ client, asksForConsent }: AuthorizationRequest): boolean {
  return asksForConsent || !client.firstParty;
}
