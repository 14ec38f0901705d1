import { hkdfSync, randomBytes } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource, type EntityManager } from 'typeorm';
import { type AuditEvent, AuditLog } from '../../audit/audit-log.js';
import { type AuthenticatedClient, hasSecretHash, type Client, scopesOf } from '../../auth/client-store.js';
import { TokenCache } from '../../auth/token-cache.js';
import { digest, encodeToken, newToken } from '../../auth/token-store.js';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { errorMessage } from '../../config/error-message.js';
import { type AuthenticatedUser } from '../../users/accounts.service.js';

/** What a user has consented to. */
export interface Consent {
  clientId: string;
  userId: string;
  /** The redirect URI of the authorization request; absent if the request had none. */
  redirectUri?: string;
  scope: string[];
  /** PKCE with the method S256 (RFC 7636): 43 characters of base64url. */
  codeChallenge?: string;
}

/** A consent that a user gives now. */
interface GivenConsent extends Consent {
  /** The identifier of the session in which the user consents. */
  session: string;
}

/** A stored code. */
interface FoundCode extends Consent {
  /** The id of the family that its tokens belong to. */
  family: string;
  expired: boolean;
  /** Whether it was redeemed before. */
  used: boolean;
}

type CodeRow = Omit<FoundCode, 'redirectUri' | 'codeChallenge'> &
  Record<'redirectUri' | 'codeChallenge', string | null>;

/** A stored refresh token. */
interface FoundRefreshToken {
  clientId: string;
  userId: string;
  /** The widest scope that an access token can get by it. */
  scope: string[];
  family: string;
  /** When the token or its family ends, whichever is first. */
  expires: Date;
  expired: boolean;
  /** Whether it was used before. */
  used: boolean;
  /** Whether it was used so recently that its successors may be given again. */
  repeatable: boolean;
}

/** The tokens to issue. Lifetimes are in seconds. */
interface NewTokens {
  access: { scope: string[]; lifetime: number };
  /** Absent for a client that is not registered for refresh tokens. */
  refresh?: { scope: string[]; lifetime: number };
}

interface TokenPair {
  accessToken: string;
  refreshToken: string;
}

/** Of a code, in seconds. */
const codeLifetime = 300;

/** What can be used once. */
type UsedKind = 'authorization_code' | 'refresh_token';

interface Owner {
  family: string;
  clientId: string;
  userId: string;
}

export interface IssuedTokens {
  accessToken: string;
  /** Of the access token. */
  scope: string[];
  /** Of the access token, in seconds. */
  lifetime: number;
  refreshToken?: string;
}

/**
 * Token families in PostgreSQL. A family is one consent or one sign-in by password, with its authorization code and all tokens
 * that were issued for it (RFC 6749, sections 4.1 and 6).
 *
 * A code or refresh token that is presented twice may be stolen, so all tokens of its family are revoked (RFC 6749, section
 * 4.1.2; RFC 9700, section 4.14.2; docs/adr/0020-end-of-tokens.md). To detect that, used codes stay as long as their family, and
 * used refresh tokens until they expire. A refresh token that its client repeats at once, before it uses the next one, gets the same
 * tokens again.
 *
 * Each method that issues tokens is one statement, so that it issues all of them or none.
 */
@Injectable()
export class TokenFamilies {
  private readonly logger = new Logger(TokenFamilies.name);

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly cache: TokenCache,
    private readonly audit: AuditLog,
    @Inject(ENVIRONMENT)
    private readonly environment: Pick<Environment, 'REFRESH_TOKEN_MAX_AGE' | 'REFRESH_TOKEN_REUSE_INTERVAL'>,
  ) {}

  /**
   * Starts a family with an authorization code. A sign-out in the session of the consent revokes the family.
   *
   * @returns the code, of which only a digest is stored; undefined if the session has ended
   */
  async issueCode(consent: GivenConsent): Promise<string | undefined> {
    const { clientId, userId, redirectUri, scope, codeChallenge, session } = consent;
    const code = newToken();
    const issued = await this.database.query<unknown[]>(insertCode, [
      ...[digest(code), clientId, userId, redirectUri ?? null, scope, codeChallenge ?? null, codeLifetime],
      digest(session),
    ]);
    return issued.length === 1 ? code : undefined;
  }

  /**
   * Starts a family with its first tokens.
   *
   * @returns undefined if the secret or the password has changed meanwhile, or the client or the user is disabled
   */
  create(client: AuthenticatedClient, user: AuthenticatedUser, tokens: NewTokens): Promise<IssuedTokens | undefined> {
    const credentials = [client.id, client.secretHash, user.id, user.passwordHash];
    return this.issue(`family AS (${insertFamily})`, tokens, credentials);
  }

  /**
   * Finds a code that a client presents, even an expired one. Revokes the family of a used code.
   *
   * @returns undefined if the code is unknown, was issued to another client, or was used before; or if its user is disabled or its
   *   family revoked
   */
  async findCode(code: string, clientId: string): Promise<FoundCode | undefined> {
    const [row] = await this.database.query<CodeRow[]>(codeByDigest, [digest(code)]);
    if (!row) return undefined;
    const { redirectUri, codeChallenge, ...rest } = row;
    const found = {
      ...rest,
      ...(redirectUri !== null && { redirectUri }),
      ...(codeChallenge !== null && { codeChallenge }),
    };
    return this.rejectReused(found, clientId, 'authorization_code');
  }

  /**
   * Uses an authorization code, and issues the first tokens of its family. Revokes the family if another request has used the code
   * at the same time: the tokens of that request are revoked as well.
   *
   * @returns undefined if the code was used before, or the family is revoked
   */
  async redeem(code: string, family: string, tokens: NewTokens): Promise<IssuedTokens | undefined> {
    const use = useToken('authorization_codes');
    const issued = await this.issue(`${extendFamily}, family AS (${use})`, tokens, [family, digest(code)]);
    if (!issued) await this.revokeReused(family, 'authorization_code');
    return issued;
  }

  /** Uses a code without issuing tokens. */
  async invalidateCode(code: string): Promise<void> {
    await this.database.query('UPDATE authorization_codes SET spent = now() WHERE digest = $1 AND spent IS NULL', [
      digest(code),
    ]);
  }

  /**
   * Finds a refresh token that a client presents, even an expired one. Revokes the family of a used token that is not repeatable.
   *
   * @returns undefined if the token is unknown, was issued to another client, or was used before; or if its client or user is
   *   disabled or its family revoked
   */
  async findRefreshToken(token: string, clientId: string): Promise<FoundRefreshToken | undefined> {
    return this.rejectReused(await this.lookUpRefreshToken(token), clientId, 'refresh_token');
  }

  /**
   * Uses a refresh token, and issues the next tokens of its family. If the token was used at most REFRESH_TOKEN_REUSE_INTERVAL
   * seconds ago, perhaps by a request at the same time, returns the tokens of that use, as long as nobody has used the next refresh
   * token. Else a used token revokes the family.
   *
   * @returns undefined if the token was used before, or the family is revoked or at its greatest age
   */
  async rotate(refreshToken: string, family: string, tokens: NewTokens): Promise<IssuedTokens | undefined> {
    const salt = randomBytes(32);
    const storedSalt = this.environment.REFRESH_TOKEN_REUSE_INTERVAL > 0 ? salt : null;
    const use = useToken('refresh_tokens', 'successor_salt = $10');
    const parameters = [family, digest(refreshToken), storedSalt];
    const successors = deriveSuccessors(refreshToken, salt);
    const issued =
      (await this.issue(`${extendFamily}, family AS (${use})`, tokens, parameters, successors)) ??
      (await this.repeat(refreshToken));
    if (!issued) await this.revokeReused(family, 'refresh_token');
    return issued;
  }

  /**
   * Looks a refresh token up, without detecting reuse. Finds used and expired tokens too.
   *
   * @returns undefined if it is unknown, its client or user disabled, or its family revoked
   */
  async lookUpRefreshToken(token: string): Promise<FoundRefreshToken | undefined> {
    const [found] = await this.database.query<FoundRefreshToken[]>(refreshTokenByDigest, [
      digest(token),
      this.environment.REFRESH_TOKEN_MAX_AGE,
      this.environment.REFRESH_TOKEN_REUSE_INTERVAL,
    ]);
    return found;
  }

  /** Revokes all tokens of a family, on all replicas. @returns false if the family was revoked before */
  async revoke(family: string): Promise<boolean> {
    const { families, digests } = await revokeFamilies(this.database, 'id = $1', [family]);
    // PostgreSQL notifies all replicas. This one does not wait for that, so that the next request of the caller already fails.
    for (const key of digests) this.cache.remove(key);
    return families > 0;
  }

  /** Compares the client first: the mistake of another client must not end the sessions of this one. */
  private async rejectReused<Found extends { clientId: string; family: string; used: boolean; repeatable?: boolean }>(
    found: Found | undefined,
    clientId: string,
    kind: UsedKind,
  ): Promise<Found | undefined> {
    if (found?.clientId !== clientId) return undefined;
    if (!found.used || found.repeatable) return found;
    await this.revokeReused(found.family, kind);
    return undefined;
  }

  /** @returns the tokens that were issued for a used refresh token; undefined if they may not be given again */
  private async repeat(refreshToken: string): Promise<IssuedTokens | undefined> {
    const [used] = await this.database.query<{ salt: Buffer; isRepeated: boolean }[]>(repeatableToken, [
      digest(refreshToken),
      this.environment.REFRESH_TOKEN_REUSE_INTERVAL,
    ]);
    if (!used) return undefined;
    const successors = deriveSuccessors(refreshToken, used.salt);
    const [row] = await this.database.query<(Owner & Pick<IssuedTokens, 'scope' | 'lifetime'>)[]>(unusedSuccessors, [
      digest(successors.accessToken),
      digest(successors.refreshToken),
    ]);
    if (!row) return undefined;
    const { scope, lifetime, ...owner } = row;
    if (!used.isRepeated) await this.recordRepeat(refreshToken, owner);
    return { ...successors, scope, lifetime };
  }

  /** Records the first repeat of a token only: a client could fill the audit log. */
  private async recordRepeat(refreshToken: string, owner: Owner): Promise<void> {
    await this.database.transaction(async (manager) => {
      const [, marked] = await manager.query<[unknown[], number]>(markRepeated, [owner.family, digest(refreshToken)]);
      if (marked === 1) await this.audit.record(usedTwice('token.repeat', 'refresh_token', owner), manager);
    });
  }

  /** Revokes first: the tokens end even if the audit log cannot be written. */
  private async revokeReused(family: string, kind: UsedKind): Promise<void> {
    if (!(await this.revoke(family))) return;
    this.logger.warn({ family, msg: 'Code or refresh token used twice; all tokens of its family are revoked' });
    try {
      const [owner] = await this.database.query<Owner[]>(ownerOfFamily, [family]);
      if (owner) await this.audit.record(usedTwice('token.reuse', kind, owner));
    } catch (error) {
      this.logger.error({ family, msg: `The audit log lacks an entry token.reuse: ${errorMessage(error)}` });
    }
  }

  /** @param family SQL for a CTE `family`. It may use $8 and above; $1–$7 belong to this method */
  private async issue(
    family: string,
    { access, refresh }: NewTokens,
    parameters: unknown[],
    { accessToken, refreshToken }: TokenPair = { accessToken: newToken(), refreshToken: newToken() },
  ): Promise<IssuedTokens | undefined> {
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
        refresh ? digest(refreshToken) : null,
        access.scope,
        access.lifetime,
        refresh?.scope ?? null,
        refresh?.lifetime ?? null,
        this.environment.REFRESH_TOKEN_MAX_AGE,
        ...parameters,
      ],
    );
    const [row] = rows;
    return row && { accessToken, scope: access.scope, ...row, ...(refresh && { refreshToken }) };
  }
}

function usedTwice(
  action: 'token.repeat' | 'token.reuse',
  kind: UsedKind,
  { family, clientId, userId }: Owner,
): AuditEvent {
  return { actor: `client:${clientId}`, action, subject: `user:${userId}`, details: { kind, family } };
}

/**
 * The tokens that a refresh token was exchanged for. Neither a copy of the database, which has no token, nor a stolen token without its
 * salt gives them. Both together do: WAL and backups keep salts that the clean-up has deleted (docs/adr/0020-end-of-tokens.md).
 */
function deriveSuccessors(refreshToken: string, salt: Buffer): TokenPair {
  const derive = (name: string) => encodeToken(Buffer.from(hkdfSync('sha256', refreshToken, salt, name, 32)));
  return { accessToken: derive('access_token'), refreshToken: derive('refresh_token') };
}

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
 * The lock orders this before or after the end of the session, which a changed password causes too: then the family is revoked, or
 * there is no code. Locks the user and the client first, as a change of their credentials does: the other order would be a deadlock
 * with it.
 */
const insertCode = `
  WITH owners AS (
    SELECT users.id AS user_id, clients.id AS client_id FROM users, clients
     WHERE users.id = $3 AND clients.id = $2 FOR KEY SHARE OF users, clients
  ), family AS (
    INSERT INTO token_families (id, client_id, user_id, session, expires)
    SELECT gen_random_uuid(), client_id, user_id, digest, now() + $7 * interval '1 second'
      FROM owners JOIN sessions USING (user_id) WHERE digest = $8 AND sessions.expires > now()
       FOR KEY SHARE OF sessions
    RETURNING id, expires
  )
  INSERT INTO authorization_codes (digest, family, redirect_uri, scope, code_challenge, expires)
  SELECT $1, id, $4, $5, $6, expires FROM family RETURNING family`;

const codeByDigest = `
  SELECT family.client_id AS "clientId", family.user_id AS "userId", code.redirect_uri AS "redirectUri", code.scope,
         code.code_challenge AS "codeChallenge", code.family, code.expires <= now() AS expired, code.spent IS NOT NULL AS used
    FROM authorization_codes code
    JOIN token_families family ON family.id = code.family
    JOIN users ON users.id = family.user_id
   WHERE code.digest = $1 AND family.revoked IS NULL AND users.disabled IS NULL`;

const repeatable = (seconds: string) =>
  `token.successor_salt IS NOT NULL AND token.spent > now() - ${seconds} * interval '1 second'`;

const repeatableToken = `
  SELECT token.successor_salt AS salt, token.repeated IS NOT NULL AS "isRepeated"
    FROM refresh_tokens token WHERE token.digest = $1 AND ${repeatable('$2')}`;

/** Who has used the next refresh token has got it: then a repeated use is no lost response. */
const unusedSuccessors = `
  SELECT family.id AS family, family.client_id AS "clientId", family.user_id AS "userId", access.scope,
         floor(extract(epoch FROM access.expires - now()))::integer AS lifetime
    FROM access_tokens access
    JOIN refresh_tokens refresh ON refresh.digest = $2 AND refresh.family = access.family
    JOIN token_families family ON family.id = access.family
   WHERE access.digest = $1 AND access.revoked IS NULL AND access.expires > now()
     AND refresh.spent IS NULL AND refresh.expires > now() AND family.revoked IS NULL`;

/** A token counts as expired in the last second of its family: the next tokens would live for less than a second. */
const refreshTokenByDigest = `
  SELECT family.client_id AS "clientId", family.user_id AS "userId", token.scope, token.family,
         least(token.expires, family_end) AS expires, token.spent IS NOT NULL AS used,
         ${repeatable('$3')} AS repeatable,
         token.expires <= now() OR family_end < now() + interval '1 second' AS expired
    FROM refresh_tokens token
    JOIN token_families family ON family.id = token.family
   CROSS JOIN LATERAL (SELECT family.created + $2 * interval '1 second' AS family_end) AS age
    JOIN clients ON clients.id = family.client_id
    JOIN users ON users.id = family.user_id
   WHERE token.digest = $1 AND family.revoked IS NULL AND clients.disabled IS NULL AND users.disabled IS NULL`;

/** By PostgreSQL's clock, which all replicas share. No token outlives its family, which ends REFRESH_TOKEN_MAX_AGE after its start. */
const endOf = (start: string) => `${start} + $7::integer * interval '1 second'`;

const accessExpires = (start: string) => `least(now() + $4::integer * interval '1 second', ${endOf(start)})`;

const refreshExpires = (start: string) => `least(now() + $6::integer * interval '1 second', ${endOf(start)})`;

/** When the last of both tokens expires. */
const lastExpires = (start: string) => `greatest(${accessExpires(start)}, ${refreshExpires(start)})`;

/** The lock orders this before or after a change of the secret or the password, which revokes the family. */
const insertFamily = `
  INSERT INTO token_families (id, client_id, user_id, used, expires)
  SELECT gen_random_uuid(), clients.id, users.id, now(), ${lastExpires('now()')} FROM clients, users
   WHERE clients.id = $8 AND ${hasSecretHash('$9')} AND clients.disabled IS NULL
     AND users.id = $10 AND users.password_hash = $11 AND users.disabled IS NULL
     FOR KEY SHARE
  RETURNING *`;

const ownerOfFamily = `
  SELECT id AS family, client_id AS "clientId", user_id AS "userId" FROM token_families WHERE id = $1`;

/** Locks the client and the user first, as a change of their credentials does: the other order would be a deadlock with it. */
const lockOwners = (family: string) => `
  SELECT family.id FROM token_families family
    JOIN clients ON clients.id = family.client_id JOIN users ON users.id = family.user_id
   WHERE family.id = ${family} FOR KEY SHARE OF users, clients`;

const markRepeated = `
  WITH owners AS (${lockOwners('$1')})
  UPDATE refresh_tokens SET repeated = now() FROM owners
   WHERE digest = $2 AND refresh_tokens.family = owners.id AND repeated IS NULL`;

/** Also locks the family: a concurrent revocation waits, and then revokes the new tokens as well. */
const extendFamily = `
  owners AS (${lockOwners('$8')}),
  extended AS (
    UPDATE token_families SET used = now(), expires = greatest(expires, ${lastExpires('created')}) FROM owners
     WHERE token_families.id = owners.id AND revoked IS NULL AND ${endOf('created')} >= now() + interval '1 second'
    RETURNING token_families.*
  )`;

const useToken = (table: 'authorization_codes' | 'refresh_tokens', ...assignments: string[]) => `
  UPDATE ${table} SET ${['spent = now()', ...assignments].join()} FROM extended
  WHERE digest = $9 AND ${table}.family = extended.id AND spent IS NULL
  RETURNING extended.id, extended.client_id, extended.user_id, extended.created`;

/** Splits the parameter `scope`: names are separated by spaces (RFC 6749, section 3.3), by older clients with commas. */
export function parseScope(scope: string | undefined): string[] {
  return scope?.split(/[\s,]+/).filter(Boolean) ?? [];
}

/**
 * The scope to grant. Names that the client may not have, or that do not exist, are dropped.
 *
 * @param requested if empty, the client gets all scopes that it may have
 * @returns empty if none of the requested names can be granted
 */
export function grantableScope(requested: readonly string[], client: Pick<Client, 'trusted'>): string[] {
  return requested.length === 0 ? scopesOf(client) : limitScope(requested, client);
}

/** Drops from a scope the names that the client may not have. What it may have can change after the scope was granted. */
export function limitScope(scope: readonly string[], client: Pick<Client, 'trusted'>): string[] {
  return scopesOf(client).filter((name) => scope.includes(name));
}
