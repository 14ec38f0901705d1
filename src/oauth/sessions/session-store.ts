import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThan, MoreThan, type Repository } from 'typeorm';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { digest, newToken } from '../../auth/tokens/token-digest.js';
import { type AuthenticatedUser } from '../../users/accounts.service.js';
import { SessionEntity } from './session.entity.js';

/** Browser sessions of users who are signed in. They are in PostgreSQL, so that all replicas share them. */
@Injectable()
export class SessionStore {
  constructor(
    @InjectRepository(SessionEntity) private readonly sessions: Repository<SessionEntity>,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'SESSION_TTL'>,
  ) {}

  /**
   * Also deletes expired sessions.
   *
   * @returns the identifier for the cookie; undefined if the password has changed meanwhile, or the user is disabled
   */
  async create({ id: userId, passwordHash }: AuthenticatedUser): Promise<string | undefined> {
    const id = newToken();
    const expires = new Date(Date.now() + this.environment.SESSION_TTL * 1000);
    await this.sessions.delete({ expires: LessThan(new Date()) });
    // The lock orders this before or after a change of the password, which ends the session.
    const created = await this.sessions.query<unknown[]>(
      `INSERT INTO sessions (digest, user_id, expires)
       SELECT $1, id, $3 FROM users WHERE id = $2 AND password_hash = $4 AND disabled IS NULL FOR SHARE
       RETURNING user_id`,
      [digest(id), userId, expires, passwordHash],
    );
    return created.length === 1 ? id : undefined;
  }

  /** @returns the id of the user; undefined if the session is unknown or expired */
  async find(id: string): Promise<string | undefined> {
    const found = await this.sessions.findOneBy({ digest: digest(id), expires: MoreThan(new Date()) });
    return found?.userId;
  }

  async delete(id: string): Promise<void> {
    await this.sessions.delete({ digest: digest(id) });
  }
}
