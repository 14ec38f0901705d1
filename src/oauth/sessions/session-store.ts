import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { type AuditEvent, AuditLog } from '../../audit/audit-log.js';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { TokenCache } from '../../auth/token-cache.js';
import { digest, newToken } from '../../auth/token-store.js';
import { type AuthenticatedUser } from '../../users/accounts.service.js';
import { revokeFamilies } from '../grants/token-families.js';

/** A session as its user sees it. */
export interface ListedSession {
  /** The digest in hexadecimal digits, which names the session but does not open it. */
  id: string;
  /** Such as `Firefox (Linux)`; null if the browser is unknown. */
  browser: string | null;
  created: Date;
}

/** More are not shown. */
const maxListed = 100;

/**
 * Who is signed in with a session, or has tokens from it. The lock comes before those of the session and of the families, as a
 * changed password takes them: the other order would be a deadlock with it.
 */
const lockOwners = `
  SELECT id FROM users
   WHERE id IN (SELECT user_id FROM sessions WHERE digest = $1
                UNION SELECT user_id FROM token_families WHERE session = $1 AND revoked IS NULL)
     AND ($2::text IS NULL OR id = $2)
   ORDER BY id FOR KEY SHARE`;

/**
 * Browser sessions of users who are signed in. They are in PostgreSQL, so that all replicas share them. The identifier is only in
 * the cookie; its SHA-256 is stored.
 */
@Injectable()
export class SessionStore {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly audit: AuditLog,
    private readonly cache: TokenCache,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'SESSION_TTL'>,
  ) {}

  /**
   * Also deletes expired sessions.
   *
   * @param browser its name, for the user
   * @returns the identifier for the cookie; undefined if the password has changed meanwhile, or the user is disabled
   */
  async create({ id: userId, passwordHash }: AuthenticatedUser, browser?: string): Promise<string | undefined> {
    const id = newToken();
    await this.database.query('DELETE FROM sessions WHERE expires <= now()');
    // The lock orders this before or after a change of the password, which ends the session.
    const created = await this.database.query<unknown[]>(
      `INSERT INTO sessions (digest, user_id, expires, browser)
       SELECT $1, id, now() + $3 * interval '1 second', $5 FROM users
        WHERE id = $2 AND password_hash = $4 AND disabled IS NULL FOR KEY SHARE
       RETURNING user_id`,
      [digest(id), userId, this.environment.SESSION_TTL, passwordHash, browser ?? null],
    );
    return created.length === 1 ? id : undefined;
  }

  /** @returns the id of the user; undefined if the session is unknown or expired */
  async find(id: string): Promise<string | undefined> {
    const [found] = await this.database.query<{ userId: string }[]>(
      'SELECT user_id AS "userId" FROM sessions WHERE digest = $1 AND expires > now()',
      [digest(id)],
    );
    return found?.userId;
  }

  /** The sessions of a user, the newest first. */
  list(userId: string): Promise<ListedSession[]> {
    return this.database.query(
      `SELECT encode(digest, 'hex') AS id, browser, created FROM sessions
        WHERE user_id = $1 AND expires > now() ORDER BY created DESC, digest LIMIT ${maxListed}`,
      [userId],
    );
  }

  /**
   * Ends a session, and the tokens and codes that apps got in it, on all replicas. A session that has expired may still have tokens.
   *
   * @param session its digest
   * @param event what the audit log says for each user who is signed out
   * @param of ends only what belongs to this user
   */
  async end(session: Buffer, event: Omit<AuditEvent, 'subject'>, of?: string): Promise<void> {
    await this.close(session, event, { of });
  }

  /**
   * Ends the session that a browser had before its user signed in. The tokens of the same user go on, and end with the next session:
   * apps in the same browser keep their access. Those of another user end.
   */
  async replace(previous: string, next: string, userId: string, event: Omit<AuditEvent, 'subject'>): Promise<void> {
    await this.close(digest(previous), event, { successor: { session: digest(next), userId } });
  }

  private async close(
    session: Buffer,
    event: Omit<AuditEvent, 'subject'>,
    { of, successor }: { of?: string | undefined; successor?: { session: Buffer; userId: string } },
  ): Promise<void> {
    const digests = await this.database.transaction(async (manager) => {
      const owners = await manager.query<{ id: string }[]>(lockOwners, [session, of ?? null]);
      if (owners.length === 0) return [];
      const ids = owners.map(({ id }) => id);
      // Waits for a code that is being issued. A statement of its own sees the family of that code.
      await manager.query('DELETE FROM sessions WHERE digest = $1 AND user_id = ANY ($2)', [session, ids]);
      if (successor) {
        await manager.query(
          'UPDATE token_families SET session = $2 WHERE session = $1 AND user_id = $3 AND revoked IS NULL',
          [session, successor.session, successor.userId],
        );
      }
      const revoked = await revokeFamilies(manager, 'session = $1 AND user_id = ANY ($2)', [session, ids]);
      for (const id of ids.filter((owner) => owner !== successor?.userId)) {
        await this.audit.record({ ...event, subject: `user:${id}` }, manager);
      }
      return revoked.digests;
    });
    for (const key of digests) this.cache.remove(key);
  }
}
