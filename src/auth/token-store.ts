import { hash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository, InjectDataSource } from '@nestjs/typeorm';
import { type EntityManager, IsNull, type Repository, type DataSource } from 'typeorm';
import { ReadDatabase } from '../database/read-database.js';
import { type AuthenticatedClient, hasSecretHash } from './client-store.js';
import { AccessTokenEntity } from './access-token.entity.js';
import { type Principal, TRUST_SCOPE } from './access.js';

/** A valid token as stored. */
interface FoundToken {
  principal: Principal;
  created: Date;
  expires: Date;
  /** Milliseconds from the look-up to the expiry, by PostgreSQL's clock. */
  remainingMs: number;
}

interface NewToken {
  clientId: string;
  userId?: string;
  scope: string[];
  /** In seconds. */
  lifetime: number;
}

type TokenRow = Omit<FoundToken, 'principal'> &
  Omit<Principal, 'userId' | 'quota'> &
  Record<'userId' | 'quota', string | null>;

const tokenByDigest = `
  SELECT token.client_id AS "clientId", token.user_id AS "userId", token.scope, token.created, token.expires,
    extract(epoch FROM token.expires - now())::float8 * 1000 AS "remainingMs", clients.trusted, clients.quota
  FROM access_tokens AS token
  JOIN clients ON clients.id = token.client_id
  LEFT JOIN users ON users.id = token.user_id
  WHERE token.digest = $1 AND token.revoked IS NULL AND token.expires > now() AND clients.disabled IS NULL AND users.disabled IS NULL`;

/** Access tokens in PostgreSQL. */
@Injectable()
export class TokenStore {
  constructor(
    @InjectRepository(AccessTokenEntity) private readonly tokens: Repository<AccessTokenEntity>,
    private readonly reads: ReadDatabase,
  ) {}

  /** The store in a transaction. */
  within(manager: EntityManager): TokenStore {
    return new TokenStore(manager.withRepository(this.tokens), this.reads);
  }

  /** Issues a token for the operator, who needs no secret. @returns the token; only its digest is stored */
  async issue({ clientId, userId, scope, lifetime }: NewToken): Promise<string> {
    const token = newToken();
    await this.tokens.query(
      `INSERT INTO access_tokens (digest, client_id, user_id, scope, expires)
       VALUES ($1, $2, $3, $4, now() + $5 * interval '1 second')`,
      [digest(token), clientId, userId ?? null, scope, lifetime],
    );
    return token;
  }

  /**
   * Issues an application token.
   *
   * @returns undefined if the secret of the client has changed meanwhile, or the client is disabled
   */
  async issueToClient(
    { id, secretHash }: AuthenticatedClient,
    { scope, lifetime }: Pick<NewToken, 'scope' | 'lifetime'>,
  ): Promise<string | undefined> {
    const token = newToken();
    // The lock orders this before or after a change of the secret, which revokes the token.
    const issued = await this.tokens.query<unknown[]>(
      `INSERT INTO access_tokens (digest, client_id, scope, expires)
       SELECT $1, id, $3, now() + $4 * interval '1 second' FROM clients
        WHERE id = $2 AND ${hasSecretHash('$5')} AND disabled IS NULL FOR KEY SHARE
       RETURNING client_id`,
      [digest(token), id, scope, lifetime, secretHash],
    );
    return issued.length === 1 ? token : undefined;
  }

  /** @returns undefined if the token is unknown, revoked or expired, or its client or user is disabled */
  async find(token: string): Promise<FoundToken | undefined> {
    const [row] = await this.reads.queryPrimary<TokenRow[]>(tokenByDigest, [digest(token)]);
    if (!row) return undefined;
    const { clientId, userId, scope, created, expires, remainingMs, quota } = row;
    const trusted = row.trusted && scope.includes(TRUST_SCOPE);
    return {
      principal: { clientId, ...(userId !== null && { userId }), scope, trusted, ...(quota !== null && { quota }) },
      created,
      expires,
      remainingMs,
    };
  }

  /** @returns false if the token is unknown or was revoked before */
  async revoke(token: string): Promise<boolean> {
    const { affected } = await this.tokens.update(
      { digest: digest(token), revoked: IsNull() },
      { revoked: () => 'now()' },
    );
    return affected === 1;
  }
}

/** A new access token: 256 random bits, in characters that need no escaping anywhere. */
export function newToken(): string {
  const token = randomBytes(32).toString('base64url');
  // A command line would read a leading dash as an option.
  return token.startsWith('-') ? newToken() : token;
}

/** The stored form of a token. Unsalted SHA-256 suffices: nobody can guess 256 random bits. */
export function digest(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** A valid token, without the token itself. */
export interface ListedToken {
  kind: 'access' | 'refresh';
  /** The first 12 hexadecimal digits of its digest. */
  id: string;
  clientId: string;
  userId: string | null;
  scope: string[];
  created: Date;
  expires: Date;
}

/** Whose tokens: those of a client, of a user, or of a user by a client. Empty for all tokens. */
interface TokenOwner {
  clientId?: string;
  userId?: string;
}

export interface RevokedTokens {
  accessTokens: number;
  /** Sign-ins and consents, each with its refresh token. */
  families: number;
}

const ownedBy = (table: string) =>
  `($1::text IS NULL OR ${table}.client_id = $1) AND ($2::text IS NULL OR ${table}.user_id = $2)`;

const list = `
  SELECT * FROM (
    SELECT 'access' AS kind, left(encode(digest, 'hex'), 12) AS id, client_id AS "clientId", user_id AS "userId", scope, created, expires
      FROM access_tokens WHERE revoked IS NULL AND expires > now() AND ${ownedBy('access_tokens')}
    UNION ALL
    SELECT 'refresh', left(encode(digest, 'hex'), 12), client_id, user_id, scope, family.created, token.expires
      FROM refresh_tokens AS token JOIN token_families AS family ON family.id = token.family
     WHERE spent IS NULL AND revoked IS NULL AND token.expires > now() AND ${ownedBy('family')}
  ) AS tokens ORDER BY created DESC, kind, id LIMIT $3`;

const count = `
  SELECT count(*)::integer AS tokens FROM access_tokens WHERE revoked IS NULL AND expires > now() AND ${ownedBy('access_tokens')}`;

/** What operators do with tokens. */
@Injectable()
export class TokenAdministration {
  /** @param database or a transaction */
  constructor(
    @InjectDataSource() private readonly database: Pick<DataSource | EntityManager, 'query' | 'transaction'>,
  ) {}

  /** The newest first. */
  list({ clientId, userId }: TokenOwner, limit: number): Promise<ListedToken[]> {
    return this.database.query(list, [clientId ?? null, userId ?? null, limit]);
  }

  /** Revokes tokens on all replicas at once. Tokens that are being issued wait, or are revoked as well. */
  revoke({ clientId, userId }: TokenOwner): Promise<RevokedTokens> {
    const owner = [clientId ?? null, userId ?? null];
    return this.database.transaction(async (manager) => {
      await lockIssuing(manager, {
        ...(clientId !== undefined && { clientId }),
        ...(userId !== undefined && { userId }),
      });
      const [counted] = await manager.query<{ tokens: number }[]>(count, owner);
      // Families before tokens, in the order of docs/adr/0020-end-of-tokens.md. A trigger revokes their access tokens.
      const [, families] = await manager.query<[unknown[], number]>(
        `UPDATE token_families SET revoked = now() WHERE revoked IS NULL AND expires > now() AND ${ownedBy('token_families')}`,
        owner,
      );
      await manager.query(
        `UPDATE access_tokens SET revoked = now() WHERE revoked IS NULL AND expires > now() AND ${ownedBy('access_tokens')}`,
        owner,
      );
      await manager.query("SELECT pg_notify('token_change', 'all')");
      return { accessTokens: counted?.tokens ?? 0, families };
    });
  }
}

/** Waits for tokens that are being issued, and makes new ones wait. */
async function lockIssuing(manager: EntityManager, { clientId, userId }: TokenOwner): Promise<void> {
  if (userId !== undefined) await manager.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [userId]);
  else if (clientId !== undefined) await manager.query('SELECT FROM clients WHERE id = $1 FOR UPDATE', [clientId]);
  else await manager.query('LOCK TABLE token_families, access_tokens IN SHARE ROW EXCLUSIVE MODE');
}
