import { Injectable } from '@nestjs/common';
import { UsersService } from '../../users/users.service.js';
import { Attempts } from '../attempts/attempts.js';
import { type PasswordSource, userCounters } from '../attempts/counters.js';

/** How a person proves who it is, by e-mail address and password. */
@Injectable()
export class UserPasswords {
  constructor(
    private readonly users: UsersService,
    private readonly attempts: Attempts,
  ) {}

  /**
   * The identifier of the user with this e-mail address and password. Nothing, the time taken included, tells an unknown
   * or disabled user from a wrong password.
   *
   * @param from who asks: failures are counted by it as well as by user
   * @returns undefined when one of the two is wrong
   * @throws TooManyAttemptsError without a look at the password
   */
  async check(email: string, password: string, from: PasswordSource): Promise<string | undefined> {
    const counters = userCounters(email, from);
    const id = await this.users.authenticate(email, password, () => this.attempts.mustBeFew(counters));
    if (id === undefined) await this.attempts.countFailure(counters);
    return id;
  }
}
