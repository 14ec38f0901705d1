import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, type Repository } from 'typeorm';
import { AccessTokenEntity } from './access-token.entity.js';
import { type Principal } from './principal.js';
import { digest, newToken } from './token-digest.js';

/** The scope that lets a trusted client act as one (design, section 4). */
export const trustScope = 'trust';

/** A token as it is found: whom it speaks for, and until when. */
export interface FoundToken {
  principal: Principal;
  expires: Date;
}

/** What a token is issued for. */
export interface Grant {
  clientId: string;
  userId?: string;
  scope: string[];
  expires: Date;
}

/** Access tokens in PostgreSQL. */
@Injectable()
export class TokenStore {
  constructor(@InjectRepository(AccessTokenEntity) private readonly tokens: Repository<AccessTokenEntity>) {}

  /** Issues a token and returns it; only its digest is kept. */
  async issue(grant: Grant): Promise<string> {
    const token = newToken();
    await this.tokens.insert({ ...grant, userId: grant.userId ?? null, digest: digest(token) });
    return token;
  }

  /** The token's principal, unless it is unknown, revoked or expired, or its client disabled. */
  async find(token: string): Promise<FoundToken | undefined> {
    const found = await this.tokens.findOne({
      where: { digest: digest(token), revoked: IsNull(), client: { disabled: IsNull() } },
      relations: { client: true },
    });
    if (!found || found.expires.getTime() <= Date.now()) return undefined;
    const { clientId, userId, client, scope, expires } = found;
    return {
      principal: {
        clientId,
        ...(userId !== null && { userId }),
        trusted: client.trusted && scope.includes(trustScope),
      },
      expires,
    };
  }

  /** @returns whether there was such a token, and it was still good */
  async revoke(token: string): Promise<boolean> {
    const { affected } = await this.tokens.update(
      { digest: digest(token), revoked: IsNull() },
      { revoked: new Date() },
    );
    return affected === 1;
  }
}
