import { Injectable } from '@nestjs/common';
import { type AuditEvent, AuditLog } from '../../audit/audit-log.js';
import { AccountsService, type AuthenticatedUser } from '../../users/accounts.service.js';
import { Attempts } from '../attempts/attempts.js';
import { type PasswordSource, userCounters, userShare } from '../attempts/counters.js';

/** Authenticates users by e-mail address and password, limits failed attempts, and records both in the audit log. */
@Injectable()
export class UserAuthentication {
  constructor(
    private readonly accounts: AccountsService,
    private readonly attempts: Attempts,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Neither the result nor the time taken tells an unknown or disabled user from a wrong password.
   *
   * @returns undefined if the e-mail address or the password is wrong
   * @throws TooManyAttemptsError before the password is compared
   */
  async authenticate(email: string, password: string, source: PasswordSource): Promise<AuthenticatedUser | undefined> {
    const attempt = await this.attempts.start(userCounters(email, source));
    const user = await this.accounts.authenticate(email, password, { share: userShare(email, source), attempt });
    const from = origin(source);
    if (user) await this.audit.record({ ...from, action: 'sign-in', subject: `user:${user.id}` });
    else await this.audit.recordFailedSignIn(email, { ...from, action: 'sign-in.failed' });
    return user;
  }
}

function origin(source: PasswordSource): Pick<AuditEvent, 'actor' | 'details'> {
  if ('clientId' in source) return { actor: `client:${source.clientId}` };
  return { actor: 'browser', details: { address: source.address } };
}
