import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, type Repository } from 'typeorm';
import { AccessTokenEntity } from './access-token.entity.js';
import { type Principal, TRUST_SCOPE } from '../access/principal.js';
import { digest, newToken } from './token-digest.js';

/** A valid token as stored. */
export interface FoundToken {
  principal: Principal;
  created: Date;
  expires: Date;
}

export interface NewToken {
  clientId: string;
  userId?: string;
  scope: string[];
  expires: Date;
}

interface TokenRow {
  client_id: string;
  user_id: string | null;
  scope: string[];
  created: Date;
  expires: Date;
  trusted: boolean;
}

/** Access tokens in PostgreSQL. */
@Injectable()
export class TokenStore {
  constructor(@InjectRepository(AccessTokenEntity) private readonly tokens: Repository<AccessTokenEntity>) {}

  /** @returns the token; only its digest is stored */
  async issue(properties: NewToken): Promise<string> {
    const token = newToken();
    await this.tokens.insert({ ...properties, userId: properties.userId ?? null, digest: digest(token) });
    return token;
  }

  /** @returns undefined if the token is unknown, revoked or expired, or its client or user is disabled */
  async find(token: string): Promise<FoundToken | undefined> {
    const [row] = await this.tokens.query<TokenRow[]>(
      `SELECT token.client_id, token.user_id, token.scope, token.created, token.expires, clients.trusted
         FROM access_tokens token
         JOIN clients ON clients.id = token.client_id
         LEFT JOIN users ON users.id = token.user_id
        WHERE token.digest = $1 AND token.revoked IS NULL AND clients.disabled IS NULL AND users.disabled IS NULL`,
      [digest(token)],
    );
    if (!row || row.expires.getTime() <= Date.now()) return undefined;
    return {
      principal: {
        clientId: row.client_id,
        ...(row.user_id !== null && { userId: row.user_id }),
        scope: row.scope,
        trusted: row.trusted && row.scope.includes(TRUST_SCOPE),
      },
      created: row.created,
      expires: row.expires,
    };
  }

  /** @returns false if the token is unknown or was revoked before */
  async revoke(token: string): Promise<boolean> {
    const { affected } = await this.tokens.update(
      { digest: digest(token), revoked: IsNull() },
      { revoked: new Date() },
    );
    return affected === 1;
  }
}
