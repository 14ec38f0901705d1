import { Injectable, Inject } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { digest, newToken } from '../../auth/token-store.js';
import { type Account, AccountsService, type AuthenticatedUser } from '../../users/accounts.service.js';
import { TooManyAttemptsError } from '../attempts/attempts.js';
import { signOutEvent, UserAuthentication } from './user-authentication.js';
import { type AuditEvent, AuditLog } from '../../audit/audit-log.js';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { TokenCache } from '../../auth/token-cache.js';
import { revokeFamilies } from '../grants/token-families.js';

/** A browser that sends a form. */
interface SigningBrowser {
  /** The identifier of the cookie. */
  sessionId: string;
  /** The identifier by which a browser that has signed in before is known. */
  deviceId: string;
  /** Such as `Firefox (Linux)`. */
  browserName?: string;
  clientIp: string;
}

/** The new session, or why there is none. `retryAfter` is in seconds. */
export type SignInOutcome =
  | { session: string }
  | { rejected: 'missing' | 'wrong' }
  | { rejected: 'tooMany'; retryAfter: number };

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
   * @param browserName for the user
   * @returns the identifier for the cookie; undefined if the password has changed meanwhile, or the user is disabled
   */
  async create({ id: userId, passwordHash }: AuthenticatedUser, browserName?: string): Promise<string | undefined> {
    const id = newToken();
    // The lock orders this before or after a change of the password, which ends the session.
    const created = await this.database.query<unknown[]>(
      `INSERT INTO sessions (digest, user_id, expires, browser)
       SELECT $1, id, now() + $3 * interval '1 second', $5 FROM users
        WHERE id = $2 AND password_hash = $4 AND disabled IS NULL FOR KEY SHARE
       RETURNING user_id`,
      [digest(id), userId, this.environment.SESSION_TTL, passwordHash, browserName ?? null],
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
      `SELECT encode(digest, 'hex') AS id, browser AS "browserName", created FROM sessions
        WHERE user_id = $1 AND expires > now() ORDER BY created DESC, digest LIMIT ${maxListed}`,
      [userId],
    );
  }

  /**
   * Ends a session, and the tokens and codes that apps got in it, on all replicas. A session that has expired may still have tokens.
   *
   * @param event what the audit log says for each user who is signed out
   */
  async close(
    sessionDigest: Buffer,
    event: Omit<AuditEvent, 'subject'>,
    { ownerId, successor }: CloseOptions = {},
  ): Promise<void> {
    const digests = await this.database.transaction(async (manager) => {
      const owners = await manager.query<{ id: string }[]>(lockOwners, [sessionDigest, ownerId ?? null]);
      if (owners.length === 0) return [];
      const ids = owners.map(({ id }) => id);
      // Waits for a code that is being issued. The statements below then see the family of that code.
      await manager.query('DELETE FROM sessions WHERE digest = $1 AND user_id = ANY ($2)', [sessionDigest, ids]);
      if (successor) {
        await manager.query(
          'UPDATE token_families SET session = $2 WHERE session = $1 AND user_id = $3 AND revoked IS NULL',
          [sessionDigest, digest(successor.session), successor.userId],
        );
      }
      const revoked = await revokeFamilies(manager, 'session = $1 AND user_id = ANY ($2)', [sessionDigest, ids]);
      for (const id of ids.filter((owner) => owner !== successor?.userId)) {
        await this.audit.record({ ...event, subject: `user:${id}` }, manager);
      }
      return revoked.digests;
    });
    for (const key of digests) this.cache.remove(key);
  }
}

/** Signs users in to browser sessions. */
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

  /** Signs a user in with a new session, so that nobody who knows the old identifier shares it (session fixation). */
  async signIn(
    from: SigningBrowser,
    { email, password }: Record<'email' | 'password', string>,
  ): Promise<SignInOutcome> {
    if (email === '' || password === '') return { rejected: 'missing' };
    try {
      const session = await this.openSession(from, email, password);
      return session === undefined ? { rejected: 'wrong' } : { session };
    } catch (error) {
      if (!(error instanceof TooManyAttemptsError)) throw error;
      return { rejected: 'tooMany', retryAfter: error.retryAfter };
    }
  }

  /** @throws TooManyAttemptsError */
  private async openSession(
    { sessionId: previousId, deviceId, browserName, clientIp }: SigningBrowser,
    email: string,
    password: string,
  ): Promise<string | undefined> {
    const user = await this.authentication.authenticate(email, password, { clientIp, deviceId });
    if (!user) return undefined;
    const session = await this.sessions.create(user, browserName);
    if (session === undefined) return undefined;
    await this.sessions.close(digest(previousId), signOutEvent(clientIp), { successor: { session, userId: user.id } });
    return session;
  }
}

/** A session as its user sees it. */
export interface ListedSession {
  /** The digest in hexadecimal digits. It names the session, and nobody can use the session with it. */
  id: string;
  /** Such as `Firefox (Linux)`; null if the browser is unknown. */
  browserName: string | null;
  created: Date;
}

interface CloseOptions {
  /** Ends only what belongs to this user. */
  ownerId?: string;
  /**
   * The session that the user has got instead, by its identifier. The tokens of this user go on, and end with the successor, so that
   * apps in the same browser keep their access. Those of other users end.
   */
  successor?: { session: string; userId: string };
}

/** Pages show no more. */
const maxListed = 100;

/**
 * Who is signed in with a session, or has tokens from it. Locks the users before the session and the families, as a change of the
 * password does: the other order would be a deadlock with it.
 */
const lockOwners = `
  SELECT id FROM users
   WHERE id IN (SELECT user_id FROM sessions WHERE digest = $1
                UNION SELECT user_id FROM token_families WHERE session = $1 AND revoked IS NULL)
     AND ($2::text IS NULL OR id = $2)
   ORDER BY id FOR KEY SHARE`;
