import { Injectable } from '@nestjs/common';
import { type Account } from '../../users/account.js';
import { UsersService } from '../../users/users.service.js';
import { UserPasswords } from './user-passwords.js';
import { SessionStore } from './session-store.js';

/** Who sits at the browser. */
@Injectable()
export class People {
  constructor(
    private readonly users: UsersService,
    private readonly passwords: UserPasswords,
    private readonly sessions: SessionStore,
  ) {}

  /** Who is signed in with this session: undefined when nobody is, or the user was disabled since. */
  async who(session: string): Promise<Account | undefined> {
    const userId = await this.sessions.find(session);
    return userId === undefined ? undefined : this.users.findAccount(userId);
  }

  /**
   * Signs a person in. Whoever knew the session before does not know the new one (session fixation).
   *
   * @param address where the attempt comes from
   * @returns the new session, undefined when e-mail address or password is wrong
   * @throws TooManyAttemptsError
   */
  async signIn(before: string, email: string, password: string, address: string): Promise<string | undefined> {
    const userId = await this.passwords.check(email, password, { address });
    if (userId === undefined) return undefined;
    await this.sessions.close(before);
    return this.sessions.open(userId);
  }

  async signOut(session: string): Promise<void> {
    await this.sessions.close(session);
  }
}
