import { Injectable } from '@nestjs/common';
import { type Account, AccountsService } from '../../users/accounts.service.js';
import { SessionStore } from './session-store.js';
import { type BrowserSource } from '../attempts/counters.js';
import { UserAuthentication } from './user-authentication.js';

/** Signs users in and out of browser sessions. */
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

  /**
   * Signs a user in with a new session, so that nobody who knows the old identifier shares it (session fixation).
   *
   * @param source where the attempt comes from
   * @returns the new session; undefined if the e-mail address or the password is wrong
   * @throws TooManyAttemptsError
   */
  async signIn(
    oldSession: string,
    email: string,
    password: string,
    source: BrowserSource,
  ): Promise<string | undefined> {
    const user = await this.authentication.authenticate(email, password, source);
    if (!user) return undefined;
    await this.sessions.delete(oldSession);
    return this.sessions.create(user);
  }

  async signOut(session: string): Promise<void> {
    await this.sessions.delete(session);
  }
}
