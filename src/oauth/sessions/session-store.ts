import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThan, MoreThan, type Repository } from 'typeorm';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { digest, newToken } from '../../auth/tokens/token-digest.js';
import { SessionEntity } from './session.entity.js';

/** Browser sessions of users who are signed in. They are in PostgreSQL, so that all replicas share them. */
@Injectable()
export class SessionStore {
  constructor(
    @InjectRepository(SessionEntity) private readonly sessions: Repository<SessionEntity>,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'SESSION_TTL'>,
  ) {}

  /** Also deletes expired sessions. @returns the identifier for the cookie */
  async create(userId: string): Promise<string> {
    const id = newToken();
    const expires = new Date(Date.now() + this.environment.SESSION_TTL * 1000);
    await this.sessions.delete({ expires: LessThan(new Date()) });
    await this.sessions.insert({ digest: digest(id), userId, expires });
    return id;
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
