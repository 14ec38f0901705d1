import { Injectable } from '@nestjs/common';
import { AccountsService, type AuthenticatedUser } from '../../users/accounts.service.js';
import { Attempts } from '../attempts/attempts.js';
import { type PasswordSource, userCounters, userShare } from '../attempts/counters.js';

/** Authenticates users by e-mail address and password, and limits failed attempts. */
@Injectable()
export class UserAuthentication {
  constructor(
    private readonly accounts: AccountsService,
    private readonly attempts: Attempts,
  ) {}

  /**
   * Neither the result nor the time taken tells an unknown or disabled user from a wrong password.
   *
   * @returns undefined if the e-mail address or the password is wrong
   * @throws TooManyAttemptsError before the password is compared
   */
  async authenticate(email: string, password: string, source: PasswordSource): Promise<AuthenticatedUser | undefined> {
    const attempt = await this.attempts.start(userCounters(email, source));
    return this.accounts.authenticate(email, password, { share: userShare(email, source), attempt });
  }
}
