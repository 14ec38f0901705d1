import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource, type EntityManager } from 'typeorm';
import { type AuthenticatedClient, hasSecretHash } from '../../auth/client-store.js';
import { digest, newToken, TokenStore } from '../../auth/token-store.js';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { type AuthenticatedUser } from '../../users/accounts.service.js';
import { TokenCache } from '../../auth/token-cache.js';

/** The tokens to issue. Lifetimes are in seconds. */
export interface FamilyTokens {
  access: { scope: string[]; lifetime: number };
  /** Absent for a client that is not registered for refresh tokens. */
  refresh?: { scope: string[]; lifetime: number };
}

export interface IssuedTokens {
  accessToken: string;
  /** Of the access token, in seconds. */
  lifetime: number;
  refreshToken?: string;
}

/** By PostgreSQL's clock, which all replicas share. No token outlives its family, which ends REFRESH_TOKEN_MAX_AGE after its start. */
const endOf = (start: string) => `${start} + $7::integer * interval '1 second'`;

const accessExpires = (start: string) => `least(now() + $4::integer * interval '1 second', ${endOf(start)})`;

const refreshExpires = (start: string) => `least(now() + $6::integer * interval '1 second', ${endOf(start)})`;

/** The last of both tokens. */
const lastExpires = (start: string) => `greatest(${accessExpires(start)}, ${refreshExpires(start)})`;

/** The lock orders this before or after a change of the secret or the password, which revokes the family. */
const insertFamily = `
  INSERT INTO token_families (id, client_id, user_id, used, expires)
  SELECT gen_random_uuid(), clients.id, users.id, now(), ${lastExpires('now()')} FROM clients, users
   WHERE clients.id = $8 AND ${hasSecretHash('$9')} AND clients.disabled IS NULL
     AND users.id = $10 AND users.password_hash = $11 AND users.disabled IS NULL
     FOR KEY SHARE
  RETURNING *`;

/**
 * Locks the client and the user first, as a change of their credentials does: the other order would be a deadlock with it. Also
 * locks the family: a concurrent revocation waits, and then revokes the new tokens as well.
 */
const extendFamily = `
  owners AS (
    SELECT family.id FROM token_families family
      JOIN clients ON clients.id = family.client_id JOIN users ON users.id = family.user_id
     WHERE family.id = $8 FOR KEY SHARE OF users, clients
  ), extended AS (
    UPDATE token_families SET used = now(), expires = greatest(expires, ${lastExpires('created')}) FROM owners
     WHERE token_families.id = owners.id AND revoked IS NULL AND ${endOf('created')} >= now() + interval '1 second'
    RETURNING token_families.*
  )`;

const spend = (table: 'authorization_codes' | 'refresh_tokens') => `
  UPDATE ${table} SET spent = now() FROM extended
  WHERE digest = $9 AND ${table}.family = extended.id AND spent IS NULL
  RETURNING extended.id, extended.client_id, extended.user_id, extended.created`;

/**
 * Revokes all tokens of the families that meet a condition. A trigger notifies the token caches of all replicas.
 *
 * @param database or a transaction
 * @returns how many families, and the digests of their access tokens in hexadecimal digits, for the cache of this replica
 */
export async function revokeFamilies(
  database: Pick<EntityManager, 'query'>,
  condition: string,
  parameters: unknown[],
): Promise<{ families: number; digests: string[] }> {
  const rows = await database.query<{ id: string; digest: string | null }[]>(
    `WITH revoked AS (
       UPDATE token_families SET revoked = now() WHERE ${condition} AND revoked IS NULL RETURNING id
     )
     SELECT id, encode(digest, 'hex') AS digest FROM revoked LEFT JOIN access_tokens ON family = id`,
    parameters,
  );
  return { families: new Set(rows.map(({ id }) => id)).size, digests: rows.flatMap(({ digest }) => digest ?? []) };
}

/**
 * Token families in PostgreSQL: all tokens that follow from one consent or one password. Each method is one statement, so
 * that it issues all tokens or none.
 */
@Injectable()
export class TokenFamilyStore {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'REFRESH_TOKEN_MAX_AGE'>,
  ) {}

  /**
   * Creates a family with its first tokens.
   *
   * @returns undefined if the secret or the password has changed meanwhile, or the client or the user is disabled
   */
  create(
    client: AuthenticatedClient,
    user: AuthenticatedUser,
    tokens: FamilyTokens,
  ): Promise<IssuedTokens | undefined> {
    const credentials = [client.id, client.secretHash, user.id, user.passwordHash];
    return this.issue(`family AS (${insertFamily})`, tokens, credentials);
  }

  /** Spends an authorization code. @returns undefined if it was spent before, or the family is revoked */
  redeem(code: string, family: string, tokens: FamilyTokens): Promise<IssuedTokens | undefined> {
    return this.spendAndIssue('authorization_codes', digest(code), family, tokens);
  }

  /** Spends a refresh token. @returns undefined if it was spent before, or the family is revoked or at its greatest age */
  rotate(refreshToken: string, family: string, tokens: FamilyTokens): Promise<IssuedTokens | undefined> {
    return this.spendAndIssue('refresh_tokens', digest(refreshToken), family, tokens);
  }

  /** @returns the digests of its access tokens, in hexadecimal digits; undefined if it was revoked before */
  async revoke(family: string): Promise<string[] | undefined> {
    const { families, digests } = await revokeFamilies(this.database, 'id = $1', [family]);
    return families === 0 ? undefined : digests;
  }

  private spendAndIssue(
    table: 'authorization_codes' | 'refresh_tokens',
    spent: Buffer,
    family: string,
    tokens: FamilyTokens,
  ): Promise<IssuedTokens | undefined> {
    return this.issue(`${extendFamily}, family AS (${spend(table)})`, tokens, [family, spent]);
  }

  /** @param family common table expressions that return the row of the family, with parameters from $8 on */
  private async issue(
    family: string,
    { access, refresh }: FamilyTokens,
    parameters: unknown[],
  ): Promise<IssuedTokens | undefined> {
    const accessToken = newToken();
    const refreshToken = refresh && newToken();
    const rows = await this.database.query<{ lifetime: number }[]>(
      `WITH ${family},
       access AS (
         INSERT INTO access_tokens (digest, client_id, user_id, family, scope, expires)
         SELECT $1, client_id, user_id, id, $3, ${accessExpires('created')} FROM family
       ),
       refresh AS (
         INSERT INTO refresh_tokens (digest, family, scope, expires)
         SELECT $2, id, $5, ${refreshExpires('created')} FROM family WHERE $2::bytea IS NOT NULL
       )
       SELECT floor(extract(epoch FROM ${accessExpires('created')} - now()))::integer AS lifetime FROM family`,
      [
        digest(accessToken),
        refreshToken === undefined ? null : digest(refreshToken),
        access.scope,
        access.lifetime,
        refresh?.scope ?? null,
        refresh?.lifetime ?? null,
        this.environment.REFRESH_TOKEN_MAX_AGE,
        ...parameters,
      ],
    );
    const [row] = rows;
    return row && { accessToken, ...row, ...(refreshToken !== undefined && { refreshToken }) };
  }
}

/**
 * Revokes tokens. PostgreSQL notifies the token caches of all replicas; the cache of this replica is changed directly, so
 * that the next request of the caller already fails.
 */
@Injectable()
export class Revocations {
  constructor(
    private readonly tokens: TokenStore,
    private readonly families: TokenFamilyStore,
    private readonly cache: TokenCache,
  ) {}

  async revokeAccessToken(token: string): Promise<void> {
    await this.tokens.revoke(token);
    this.cache.removeToken(token);
  }

  /** Revokes all tokens of a family. @returns false if the family was revoked before */
  async revokeFamily(family: string): Promise<boolean> {
    const digests = await this.families.revoke(family);
    digests?.forEach((digest) => {
      this.cache.remove(digest);
    });
    return digests !== undefined;
  }
}
