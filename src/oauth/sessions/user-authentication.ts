import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { type AuditEvent, AuditLog } from '../../audit/audit-log.js';
import { SamplingWindow } from '../../http/error-log.js';
import { type PasswordSource, sourceKey, userCounters, userOwner, Attempts } from '../attempts/attempts.js';
import { isTooLong } from '../../auth/passwords.js';
import { AccountsService, type AuthenticatedUser } from '../../users/accounts.service.js';
import { storedEmail } from '../../users/user.js';

const windowMs = 300_000;

/** Entries of each source in a window, over all names: anybody can make up names. */
const maxEntries = {
  browser: 10,
  /** More, because a client has authenticated, and sends the passwords of many users. */
  client: 100,
};

type Origin = Pick<AuditEvent, 'actor' | 'details'>;

/**
 * Records failed sign-ins in the audit log. Anybody can cause them, and entries are kept for a year. So only the first of a source in
 * a window have an entry each. During an attack, the entries of a user are therefore incomplete. The log counts the others.
 */
@Injectable()
export class FailedSignIns implements OnApplicationShutdown {
  private readonly logger = new Logger(FailedSignIns.name);
  /** Two, because a window with too many sources counts them together: many IP addresses must not hide the clients. */
  private readonly windows = {
    browser: this.createWindow(maxEntries.browser),
    client: this.createWindow(maxEntries.client),
  };

  constructor(private readonly audit: AuditLog) {}

  /** Does the same for known and unknown users, so that its time does not tell them apart. */
  async record(email: string, source: PasswordSource): Promise<void> {
    const origin = originOf(source);
    const window = this.windows['clientId' in source ? 'client' : 'browser'];
    if (window.admits(sourceKey(source), origin))
      await this.audit.recordFailedSignIn(email, { ...origin, action: 'sign-in.failed' });
  }

  /** Logs the numbers of both windows, and starts again. */
  onApplicationShutdown(): void {
    this.windows.browser.end();
    this.windows.client.end();
  }

  private createWindow(perKind: number): SamplingWindow<Origin> {
    return new SamplingWindow<Origin>({ perKind, windowMs }, { actor: 'others' }, (origin, omitted) => {
      this.logger.warn({ ...origin, msg: 'Repeated: A sign-in failed', omitted });
    });
  }
}

/** The entry of the audit log for a sign-out in a browser. */
export function signOutEvent(clientIp: string): Omit<AuditEvent, 'subject'> {
  return { ...originOf({ clientIp }), action: 'sign-out' };
}

/** The actor of a sign-in, whether it succeeds or fails, for the audit log. */
function originOf(source: PasswordSource): Origin {
  if ('clientId' in source) return { actor: `client:${source.clientId}` };
  return { actor: 'browser', details: { address: source.clientIp } };
}

/** The length of the longest stored e-mail address. */
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
    // No user has such an address or password.
    if (email.length > maxEmailLength || isTooLong(password)) return undefined;
    // Attempts under both forms of a domain are attempts on the same account.
    const name = storedEmail(email);
    const { userId, ...stored } = await this.accounts.findWithHash(email);
    const comparison = { secret: password, ...stored, owner: userOwner(name, source) };
    const matching = await this.attempts.findMatchingHash(userCounters(name, source), comparison);
    const user = await this.accounts.confirm(userId, matching, comparison);
    if (user) await this.audit.record({ ...originOf(source), action: 'sign-in', subject: `user:${user.id}` });
    else await this.failures.record(name, source);
    return user;
  }
}
