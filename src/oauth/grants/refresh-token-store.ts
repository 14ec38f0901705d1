import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { digest } from '../../auth/tokens/token-digest.js';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';

/** A stored refresh token. */
export interface FoundRefreshToken {
  clientId: string;
  userId: string;
  /** The widest scope that it can be refreshed to. */
  scope: string[];
  family: string;
  /** When the token or its family ends. */
  expires: Date;
  expired: boolean;
  /** It was used before. */
  spent: boolean;
}

/** Refresh tokens (RFC 6749, section 6) in PostgreSQL. A spent token stays until it expires, to detect reuse. */
@Injectable()
export class RefreshTokenStore {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'REFRESH_TOKEN_MAX_AGE'>,
  ) {}

  /**
   * Finds spent and expired tokens too.
   *
   * @returns undefined if it is unknown, its client or user disabled, or its family revoked
   */
  async find(token: string): Promise<FoundRefreshToken | undefined> {
    const [found] = await this.database.query<FoundRefreshToken[]>(
      // The next tokens have at least a second.
      `SELECT family.client_id AS "clientId", family.user_id AS "userId", token.scope, token.family,
              least(token.expires, family_end) AS expires, token.spent IS NOT NULL AS spent,
              token.expires <= now() OR family_end < now() + interval '1 second' AS expired
         FROM refresh_tokens token
         JOIN token_families family ON family.id = token.family
        CROSS JOIN LATERAL (SELECT family.created + $2 * interval '1 second' AS family_end) AS age
         JOIN clients ON clients.id = family.client_id
         JOIN users ON users.id = family.user_id
        WHERE token.digest = $1 AND family.revoked IS NULL AND clients.disabled IS NULL AND users.disabled IS NULL`,
      [digest(token), this.environment.REFRESH_TOKEN_MAX_AGE],
    );
    return found;
  }
}
