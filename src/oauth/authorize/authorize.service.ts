import { Injectable } from '@nestjs/common';
import { type ParsedQuery, printShortQuery } from '../../http/request/query-string.js';
import { TooManyAttemptsError } from '../attempts/attempts.js';
import { AuthorizationCodeStore } from '../grants/authorization-code-store.js';
import { isFormToken } from '../sessions/csrf.js';
import { People } from '../sessions/people.js';
import { AuthorizationRefusal } from './authorization-refusal.js';
import { type AuthorizationRequest, AuthorizationRequests } from './authorization-requests.js';
import { type Posted, type SignInForm } from './posted-form.js';
import { withAnswer } from './redirect-address.js';
import { consentReply, signInReply, staleReply } from './replies.js';
import { type Reply } from './reply.js';
import { type SignInState } from './sign-in-state.js';

/** Longer ones are nobody's; to look them up would only make work. */
const longest = { email: 320, password: 1024 };

/** Signs people in, asks them, and gives clients a code for what they allow (RFC 6749, section 4.1). */
@Injectable()
export class AuthorizeService {
  constructor(
    private readonly requests: AuthorizationRequests,
    private readonly people: People,
    private readonly codes: AuthorizationCodeStore,
  ) {}

  /** Shows the page that the person needs next. */
  async show(visit: SignInState, query: ParsedQuery): Promise<Reply> {
    return this.answering(visit, query, async (request) => {
      const person = await this.people.who(visit.session);
      return person ? consentReply(visit, request, person) : signInReply(visit, request);
    });
  }

  /** Does what the person decided, by a form that must have been made for this very browser. */
  async decide(visit: SignInState, form: Posted): Promise<Reply> {
    const again = `${visit.action}?${printShortQuery(form.request.pairs)}`;
    // By a redirect, since the browser keeps its cookie from what other sites post.
    if (form.action === 'ask') return { location: again };
    if (!visit.known || !isFormToken(visit.session, form.token)) return staleReply(visit, again);
    return this.answering(visit, form.request, async (request) => {
      switch (form.action) {
        case 'sign-in':
          return this.signIn(visit, request, form, again);
        case 'switch':
          await this.people.signOut(visit.session);
          return { location: again };
        case 'deny':
          throw new AuthorizationRefusal(request, 'access_denied', 'The person did not allow it');
        case 'allow':
          return this.allow(visit, request);
      }
    });
  }

  private async signIn(
    visit: SignInState,
    request: AuthorizationRequest,
    form: SignInForm,
    again: string,
  ): Promise<Reply> {
    const { email, password } = form;
    const { texts } = visit;
    if (email === '' || password === '')
      return signInReply(visit, request, { status: 400, email, alert: texts.missing, invalid: true });
    const refused = signInReply(visit, request, { status: 403, email, alert: texts.wrong, invalid: true });
    if (email.length > longest.email || password.length > longest.password) return refused;
    try {
      const session = await this.people.signIn(visit.session, email, password, visit.address);
      return session === undefined ? refused : { location: again, session };
    } catch (error) {
      if (!(error instanceof TooManyAttemptsError)) throw error;
      const alert = texts.tooMany(Math.ceil(error.retryAfter / 60));
      const headers = { 'Retry-After': String(error.retryAfter) };
      return signInReply(visit, request, { status: 429, headers, email, alert });
    }
  }

  private async allow(visit: SignInState, request: AuthorizationRequest): Promise<Reply> {
    const person = await this.people.who(visit.session);
    if (!person) return signInReply(visit, request, { status: 403, alert: visit.texts.ended });
    const { client, redirectUri, redirectUriSent, scope, state, codeChallenge } = request;
    const code = await this.codes.issue({
      clientId: client.id,
      userId: person.id,
      scope,
      ...(redirectUriSent && { redirectUri }),
      ...(codeChallenge !== undefined && { codeChallenge }),
    });
    const location = withAnswer(redirectUri, [
      ['code', code],
      ...(state === undefined ? [] : [['state', state] as const]),
      ['iss', visit.issuer],
    ]);
    return { location };
  }

  /** Reads the request, and tells the client at its own address when it cannot have what it asks for. */
  private async answering(
    visit: SignInState,
    query: ParsedQuery,
    answer: (request: AuthorizationRequest) => Promise<Reply>,
  ): Promise<Reply> {
    try {
      return await answer(await this.requests.read(query));
    } catch (error) {
      if (error instanceof AuthorizationRefusal) return { location: error.location(visit.issuer) };
      throw error;
    }
  }
}
