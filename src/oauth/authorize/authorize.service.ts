import { Injectable } from '@nestjs/common';
import { type ParsedQuery, formatReadableQuery } from '../../http/request-target.js';
import { TokenFamilies } from '../grants/token-families.js';
import { isFormToken, type BrowserContext, type BrowserResponse } from './browser.js';
import { SignInService } from '../sessions/sign-in.service.js';
import {
  type AuthorizationRequest,
  AuthorizationRequests,
  AuthorizationError,
  responseLocation,
} from './authorization-requests.js';
import { consentResponse, rejectedSignIn, signInResponse, signInTarget, staleFormResponse } from './pages.js';
import { type PostedForm, type SignInForm } from './page-middleware.js';

/** The authorization endpoint (RFC 6749, section 4.1): signs users in, asks for their consent, issues codes to clients. */
@Injectable()
export class AuthorizeService {
  constructor(
    private readonly requests: AuthorizationRequests,
    private readonly signIns: SignInService,
    private readonly families: TokenFamilies,
  ) {}

  /** Shows the sign-in page, then the consent page unless nobody else gets access. */
  async show(browser: BrowserContext, query: ParsedQuery): Promise<BrowserResponse> {
    return this.withRequest(browser, query, async (request) => {
      const user = await this.signIns.findUser(browser.session);
      if (!user) return signInResponse(browser, signInTarget(browser, request));
      return needsConsent(request) ? consentResponse(browser, request, user) : this.allow(browser, request);
    });
  }

  /** Handles the button that the user pressed. Rejects a form whose CSRF token is not for this browser. */
  async submit(browser: BrowserContext, form: PostedForm): Promise<BrowserResponse> {
    const retryLocation = `${browser.action}?${formatReadableQuery(form.request.pairs)}`;
    // A redirect, because browsers do not send a SameSite=Lax cookie with a POST from another site.
    if (form.action === 'start') return { location: retryLocation };
    if (!browser.hasCookie || !isFormToken(browser.session, form.token)) {
      return staleFormResponse(browser, retryLocation);
    }
    return this.withRequest(browser, form.request, async (request) => {
      switch (form.action) {
        case 'sign-in':
          return this.signIn(browser, request, form, retryLocation);
        case 'switch':
          await this.signIns.signOut(browser);
          return { location: retryLocation, endsSession: true };
        case 'deny':
          throw new AuthorizationError(request, 'access_denied', 'The user denied access');
        case 'allow':
          return this.allow(browser, request);
      }
    });
  }

  private async signIn(
    browser: BrowserContext,
    request: AuthorizationRequest,
    form: SignInForm,
    nextLocation: string,
  ): Promise<BrowserResponse> {
    const outcome = await this.signIns.signIn(browser, form);
    if ('session' in outcome) return { location: nextLocation, session: outcome.session, browser: browser.browser };
    return rejectedSignIn(browser, signInTarget(browser, request), form.email, outcome);
  }

  private async allow(browser: BrowserContext, request: AuthorizationRequest): Promise<BrowserResponse> {
    const user = await this.signIns.findUser(browser.session);
    const ended = signInResponse(browser, signInTarget(browser, request), { status: 403, alert: browser.texts.ended });
    if (!user) return ended;
    const { client, redirectUri, namesRedirectUri, scope, codeChallenge } = request;
    const code = await this.families.issueCode({
      clientId: client.id,
      userId: user.id,
      session: browser.session,
      scope,
      ...(namesRedirectUri && { redirectUri }),
      ...(codeChallenge !== undefined && { codeChallenge }),
    });
    if (code === undefined) return ended;
    return { location: responseLocation(request, [['code', code]], browser.issuer) };
  }

  /** Checks the authorization request. An AuthorizationError becomes a redirect to the client. */
  private async withRequest(
    browser: BrowserContext,
    query: ParsedQuery,
    respond: (request: AuthorizationRequest) => Promise<BrowserResponse>,
  ): Promise<BrowserResponse> {
    try {
      return await respond(await this.requests.read(query));
    } catch (error) {
      if (error instanceof AuthorizationError) return { location: error.location(browser.issuer) };
      throw error;
    }
  }
}

/** Only the registration of a client makes it first-party: addresses of a request can be chosen by others. */
function needsConsent({ client, asksForConsent }: AuthorizationRequest): boolean {
  return asksForConsent || !client.firstParty;
}
