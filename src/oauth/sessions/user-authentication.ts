import { Injectable } from '@nestjs/common';
import { isTooLong } from '../../auth/password-rule.js';
import { AuditLog } from '../../audit/audit-log.js';
import { AccountsService, type AuthenticatedUser } from '../../users/accounts.service.js';
import { storedEmail } from '../../users/email.js';
import { Attempts } from '../attempts/attempts.js';
import { type PasswordSource, userCounters, userShare } from '../attempts/counters.js';
import { FailedSignIns, originOf } from './failed-sign-ins.js';

/** Of a stored e-mail address. */
const maxEmailLength = 320;

/** Authenticates users by e-mail address and password, limits failed attempts, and records both in the audit log. */
@Injectable()
export class UserAuthentication {
  constructor(
    private readonly accounts: AccountsService,
    private readonly attempts: Attempts,
    private readonly audit: AuditLog,
    private readonly failures: FailedSignIns,
  ) {}

  /**
   * Neither the result nor the time taken tells an unknown or disabled user from a wrong password.
   *
   * @returns undefined if the e-mail address or the password is wrong
   * @throws TooManyAttemptsError before the password is compared
   */
  async authenticate(email: string, password: string, source: PasswordSource): Promise<AuthenticatedUser | undefined> {
    // Cannot be right: rejected without a look-up.
    if (email.length > maxEmailLength || isTooLong(password)) return undefined;
    // Attempts under both forms of a domain are attempts on the same account.
    const name = storedEmail(email);
    const attempt = await this.attempts.start(userCounters(name, source));
    const user = await this.accounts.authenticate(email, password, { share: userShare(name, source), attempt });
    if (user) await this.audit.record({ ...originOf(source), action: 'sign-in', subject: `user:${user.id}` });
    else await this.failures.record(name, source);
    return user;
  }
}
