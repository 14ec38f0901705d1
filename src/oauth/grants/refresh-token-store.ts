import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { digest } from '../../auth/tokens/token-digest.js';

/** A refresh token as it is found. */
export interface FoundRefreshToken {
  clientId: string;
  userId: string;
  /** All that it can be refreshed to. */
  scope: string[];
  family: string;
  expires: Date;
  /** It was used before. */
  spent: boolean;
}

interface RefreshTokenRow {
  client_id: string;
  user_id: string;
  scope: string[];
  family: string;
  expires: Date;
  spent: Date | null;
}

/** Refresh tokens (RFC 6749, section 6) in PostgreSQL. A spent one is kept until it expires. */
@Injectable()
export class RefreshTokenStore {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** The token, used before or not; undefined when it is unknown, or its client, user or family is no longer good. */
  async find(token: string): Promise<FoundRefreshToken | undefined> {
    const [row] = await this.database.query<RefreshTokenRow[]>(
      `SELECT family.client_id, family.user_id, token.scope, token.family, token.expires, token.spent
         FROM refresh_tokens token
         JOIN token_families family ON family.id = token.family
         JOIN clients ON clients.id = family.client_id
         JOIN users ON users.id = family.user_id
        WHERE token.digest = $1 AND family.revoked IS NULL AND clients.disabled IS NULL AND users.disabled IS NULL`,
      [digest(token)],
    );
    if (!row) return undefined;
    const { scope, family, expires } = row;
    return { clientId: row.client_id, userId: row.user_id, scope, family, expires, spent: row.spent !== null };
  }
}
