import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { digest } from '../../auth/tokens/token-digest.js';

/** A stored refresh token. */
export interface FoundRefreshToken {
  clientId: string;
  userId: string;
  /** The widest scope that it can be refreshed to. */
  scope: string[];
  family: string;
  expires: Date;
  expired: boolean;
  /** It was used before. */
  spent: boolean;
}

/** Refresh tokens (RFC 6749, section 6) in PostgreSQL. A spent token stays until it expires, to detect reuse. */
@Injectable()
export class RefreshTokenStore {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /**
   * Finds spent and expired tokens too.
   *
   * @returns undefined if it is unknown, its client or user disabled, or its family revoked
   */
  async find(token: string): Promise<FoundRefreshToken | undefined> {
    const [found] = await this.database.query<FoundRefreshToken[]>(
      `SELECT family.client_id AS "clientId", family.user_id AS "userId", token.scope, token.family, token.expires,
              token.expires <= now() AS expired,              token.spent IS NOT NULL AS spent
         FROM refresh_tokens token
         JOIN token_families family ON family.id = token.family
         JOIN clients ON clients.id = family.client_id
         JOIN users ON users.id = family.user_id
        WHERE token.digest = $1 AND family.revoked IS NULL AND clients.disabled IS NULL AND users.disabled IS NULL`,
      [digest(token)],
    );
    return found;
  }
}
