import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { type AuditEvent, AuditLog } from '../../audit/audit-log.js';
import { errorMessage } from '../../error-message.js';
import { SamplingWindow } from '../../sampling-window.js';
import { type PasswordSource, sourceKey } from '../attempts/counters.js';

/** Entries of each source in each window. Names do not count apart: they can be made up. */
const limits = { perKind: 10, windowMs: 300_000 };

const action = 'sign-in.failed';

type Origin = Pick<AuditEvent, 'actor' | 'details'>;

/**
 * Records failed sign-ins in the audit log. Anybody can cause them, and entries are kept for a year: the first of a source
 * in a window have an entry each, and one at its end has the number of the others.
 */
@Injectable()
export class FailedSignIns implements OnApplicationShutdown {
  private readonly logger = new Logger(FailedSignIns.name);
  private readonly window = new SamplingWindow<Origin>(limits, { actor: 'others' }, (origin, omitted) => {
    this.recordOmitted(origin, omitted);
  });
  /** One after the other: many at once would take the connections of requests. */
  private written: Promise<void> = Promise.resolve();

  constructor(private readonly audit: AuditLog) {}

  /** Does not depend on whether the user exists: the time taken must not tell. */
  async record(email: string, source: PasswordSource): Promise<void> {
    const origin = originOf(source);
    if (this.window.admits(sourceKey(source), origin))
      await this.audit.recordFailedSignIn(email, { ...origin, action });
  }

  /** Writes the numbers that the window has so far. */
  async onApplicationShutdown(): Promise<void> {
    this.window.end();
    await this.written;
  }

  private recordOmitted({ actor, details }: Origin, omitted: number): void {
    const event = { actor, action, details: { ...details, omitted } };
    this.written = this.written
      .then(() => this.audit.record(event))
      .catch((error: unknown) => {
        this.logger.warn({ msg: `Cannot record failed sign-ins: ${errorMessage(error)}`, audit: event });
      });
  }
}

/** Who signs in, or tries to: the actor of an entry of the audit log. */
export function originOf(source: PasswordSource): Origin {
  if ('clientId' in source) return { actor: `client:${source.clientId}` };
  return { actor: 'browser', details: { address: source.address } };
}
