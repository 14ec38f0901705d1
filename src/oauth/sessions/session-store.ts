import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { digest, newToken } from '../../auth/tokens/token-digest.js';
import { type AuthenticatedUser } from '../../users/accounts.service.js';

/**
 * Browser sessions of users who are signed in. They are in PostgreSQL, so that all replicas share them. The identifier is only in
 * the cookie; its SHA-256 is stored.
 */
@Injectable()
export class SessionStore {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'SESSION_TTL'>,
  ) {}

  /**
   * Also deletes expired sessions.
   *
   * @returns the identifier for the cookie; undefined if the password has changed meanwhile, or the user is disabled
   */
  async create({ id: userId, passwordHash }: AuthenticatedUser): Promise<string | undefined> {
    const id = newToken();
    await this.database.query('DELETE FROM sessions WHERE expires <= now()');
    // The lock orders this before or after a change of the password, which ends the session.
    const created = await this.database.query<unknown[]>(
      `INSERT INTO sessions (digest, user_id, expires)
       SELECT $1, id, now() + $3 * interval '1 second' FROM users
        WHERE id = $2 AND password_hash = $4 AND disabled IS NULL FOR KEY SHARE
       RETURNING user_id`,
      [digest(id), userId, this.environment.SESSION_TTL, passwordHash],
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

  async delete(id: string): Promise<void> {
    await this.database.query('DELETE FROM sessions WHERE digest = $1', [digest(id)]);
  }
}
