import { Injectable } from '@nestjs/common';
import { digest } from '../../auth/token-store.js';
import { type Account, AccountsService } from '../../users/accounts.service.js';
import { TooManyAttemptsError } from '../attempts/attempts.js';
import { signOutEvent, UserAuthentication } from './user-authentication.js';
import { SessionStore } from './session-store.js';

/** A browser that sends a form. */
export interface SigningBrowser {
  /** The identifier of the cookie. */
  session: string;
  /** The identifier by which a browser that has signed in before is known. */
  browser: string;
  /** Such as `Firefox (Linux)`. */
  browserName?: string;
  clientIp: string;
}

/** The new session, or why there is none. `retryAfter` is in seconds. */
export type SignInOutcome =
  { session: string } | { rejected: 'missing' | 'wrong' } | { rejected: 'tooMany'; retryAfter: number };

/** Signs users in to browser sessions. */
@Injectable()
export class SignInService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly authentication: UserAuthentication,
    private readonly sessions: SessionStore,
  ) {}

  /** @returns undefined if nobody is signed in with this session, or the user is disabled */
  async findUser(session: string): Promise<Account | undefined> {
    const userId = await this.sessions.find(session);
    return userId === undefined ? undefined : this.accounts.find(userId);
  }

  /** Signs a user in with a new session, so that nobody who knows the old identifier shares it (session fixation). */
  async signIn(
    from: SigningBrowser,
    { email, password }: Record<'email' | 'password', string>,
  ): Promise<SignInOutcome> {
    if (email === '' || password === '') return { rejected: 'missing' };
    try {
      const session = await this.openSession(from, email, password);
      return session === undefined ? { rejected: 'wrong' } : { session };
    } catch (error) {
      if (!(error instanceof TooManyAttemptsError)) throw error;
      return { rejected: 'tooMany', retryAfter: error.retryAfter };
    }
  }

  /** @throws TooManyAttemptsError */
  private async openSession(
    { session: previous, browser, browserName, clientIp }: SigningBrowser,
    email: string,
    password: string,
  ): Promise<string | undefined> {
    const user = await this.authentication.authenticate(email, password, { clientIp, browser });
    if (!user) return undefined;
    const session = await this.sessions.create(user, browserName);
    if (session === undefined) return undefined;
    await this.sessions.close(digest(previous), signOutEvent(clientIp), { successor: { session, userId: user.id } });
    return session;
  }
}
