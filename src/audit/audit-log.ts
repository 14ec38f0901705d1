import { Inject, Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';

/** What the audit log records. */
export const auditActions = [
  'sign-in',
  'sign-in.failed',
  'sign-out',
  'client.create',
  'client.update',
  'client.rotate-secret',
  'client.enable',
  'client.disable',
  'user.create',
  'user.set-password',
  'user.enable',
  'user.disable',
  'user.delete',
  'user.export',
  'token.issue',
  'token.revoke',
  'token.repeat',
  'token.reuse',
  'tokens.revoke',
  'sessions.revoke',
  'place.delete',
  'import',
  'import.undo',
  'source.replace',
  'source.delete',
  'export',
  'migrate',
  'reindex',
  'index.repair',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** Who did what to whom. Never holds a secret, a token or an e-mail address. */
export interface AuditEvent {
  /** `operator:NAME`, `client:ID`, `user:ID`, `browser`, or `others` for many sources together. */
  actor: string;
  action: AuditAction;
  /** `client:ID`, `user:ID`, `place:ID`, `source:NAME` or `import:ID`. */
  subject?: string;
  details?: Readonly<Record<string, unknown>>;
}

export interface AuditEntry extends AuditEvent {
  id: string;
  created: Date;
}

/** All conditions must hold. */
export interface AuditFilter {
  actor?: string;
  action?: AuditAction;
  subject?: string;
  since?: Date;
  limit: number;
}

type EntryRow = Omit<AuditEntry, 'subject'> & { subject: string | null };

/**
 * An entry about a deleted user has no identifier and no details (docs/operations/privacy.md). The lock
 * waits for a deletion, and makes a later one wait: it then makes this entry anonymous.
 */
const insert = `
  WITH named AS (
    SELECT CASE WHEN starts_with($3::text, 'user:')
      THEN (SELECT 'user:' || id FROM users WHERE id = substr($3::text, 6) FOR KEY SHARE) ELSE $3::text END AS subject
  )
  INSERT INTO audit_log (actor, action, subject, details, expires)
  SELECT $1, $2, subject, CASE WHEN subject IS NULL AND $3::text IS NOT NULL THEN '{}' ELSE $4::jsonb END,
         now() + $5 * interval '1 day'
    FROM named`;

/** Does the same work for known and unknown addresses, so that the time does not tell them apart. */
const insertFailedSignIn = `
  INSERT INTO audit_log (actor, action, subject, details, expires)
  SELECT $1, $2, (SELECT 'user:' || id FROM users WHERE lower(email) = lower($3) FOR KEY SHARE), $4, now() + $5 * interval '1 day'
  RETURNING subject`;

const select = `
  SELECT id, created, actor, action, subject, details FROM audit_log
   WHERE ($1::text IS NULL OR actor = $1) AND ($2::text IS NULL OR action = $2) AND ($3::text IS NULL OR subject = $3)
     AND ($4::timestamptz IS NULL OR created >= $4)
   ORDER BY audit_log.id DESC LIMIT $5`;

/** The audit log: in PostgreSQL for AUDIT_RETENTION days, and in the log of the process. */
@Injectable()
export class AuditLog {
  private readonly logger = new Logger(AuditLog.name);

  constructor(
    private readonly database: DataSource,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'AUDIT_RETENTION'>,
  ) {}

  /** @param manager of the transaction that makes the change */
  async record(event: AuditEvent, manager?: EntityManager): Promise<void> {
    const { actor, action, subject, details = {} } = event;
    const parameters = [actor, action, subject ?? null, details, this.environment.AUDIT_RETENTION];
    await (manager ?? this.database).query(insert, parameters);
    this.log(event);
  }

  /** @param email as typed. It is not stored, because people type passwords into this field */
  async recordFailedSignIn(email: string, event: Omit<AuditEvent, 'subject'>): Promise<void> {
    const { actor, action, details = {} } = event;
    const parameters = [actor, action, email, details, this.environment.AUDIT_RETENTION];
    const [row] = await this.database.query<{ subject: string | null }[]>(insertFailedSignIn, parameters);
    this.log({ ...event, ...(row?.subject && { subject: row.subject }) });
  }

  /** The newest entries first. */
  async find({ actor, action, subject, since, limit }: AuditFilter): Promise<AuditEntry[]> {
    const parameters = [actor ?? null, action ?? null, subject ?? null, since ?? null, limit];
    const rows = await this.database.query<EntryRow[]>(select, parameters);
    return rows.map(({ subject, ...row }) => ({ ...row, ...(subject !== null && { subject }) }));
  }

  private log(event: AuditEvent): void {
    this.logger.log({ audit: event, msg: `Audit: ${event.action}` });
  }
}
