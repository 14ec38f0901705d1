import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ReadDatabase } from '../database/read-database.js';
import { type AuthenticatedClient, hasSecretHash } from './client-store.js';
import { type Principal } from './access.js';
import { TRUST_SCOPE } from './scopes.js';

/** A valid token as stored. */
export interface FoundToken {
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
    @Inject(DataSource) private readonly database: Pick<DataSource | EntityManager, 'query'>,
    private readonly reads: ReadDatabase,
  ) {}

  /** The store in a transaction. */
  within(manager: EntityManager): TokenStore {
    return new TokenStore(manager, this.reads);
  }

  /** Issues a token for the operator, who needs no secret. @returns the token; only its digest is stored */
  async issue({ clientId, userId, scope, lifetime }: NewToken): Promise<string> {
    const token = newToken();
    await this.database.query(
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
    const issued = await this.database.query<unknown[]>(
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
    const [row] = await this.reads.query<TokenRow[]>(tokenByDigest, [digest(token)]);
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
    const statement = 'UPDATE access_tokens SET revoked = now() WHERE digest = $1 AND revoked IS NULL';
    const [, count] = await this.database.query<[unknown[], number]>(statement, [digest(token)]);
    return count === 1;
  }
}

/** A new token of 256 random bits. */
export function newToken(): string {
  return encodeToken(randomBytes(32));
}

/** Characters that need no escaping anywhere, without a leading dash: a command line would read it as an option. */
export function encodeToken(bytes: Buffer): string {
  return bytes.toString('base64url').replace(/^-/, '_');
}

/** The stored form of a token. Unsalted SHA-256 suffices: nobody can guess 256 random bits. */
export function digest(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** Compares two texts in a time that does not tell how much of a secret was guessed. */
export function equalsInConstantTime(a: string, b: string): boolean {
  const [first, second] = [Buffer.from(a), Buffer.from(b)];
  return first.length === second.length && timingSafeEqual(first, second);
}
