import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { digest, newToken } from '../../auth/token-store.js';
import { Revocations } from './token-family-store.js';

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
  /** The session in which the user consents. */
  session: string;
}

/** A stored code. */
interface FoundCode extends Consent {
  /** The id of the family that its tokens belong to. */
  family: string;
  expired: boolean;
  /** It was used before. */
  spent: boolean;
}

type CodeRow = Omit<FoundCode, 'redirectUri' | 'codeChallenge'> &
  Record<'redirectUri' | 'codeChallenge', string | null>;

/** Authorization codes (RFC 6749, section 4.1) in PostgreSQL. A spent code stays as long as its family, to detect reuse. */
@Injectable()
export class AuthorizationCodeStore {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'AUTHORIZATION_CODE_TTL'>,
  ) {}

  /**
   * Starts a token family, which a sign-out in this session ends.
   *
   * @returns the code, valid for AUTHORIZATION_CODE_TTL seconds, of which only a digest is stored; undefined if the session has
   *   ended
   */
  async issue(consent: GivenConsent): Promise<string | undefined> {
    const { clientId, userId, redirectUri, scope, codeChallenge, session } = consent;
    const code = newToken();
    const lifetime = this.environment.AUTHORIZATION_CODE_TTL;
    // The lock orders this before or after the end of the session: a changed password ends both, or there is no code. The user
    // and the client are locked first, as a change of their credentials does: the other order would be a deadlock with it.
    const issued = await this.database.query<unknown[]>(
      `WITH owners AS (
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
       SELECT $1, id, $4, $5, $6, expires FROM family RETURNING family`,
      [digest(code), clientId, userId, redirectUri ?? null, scope, codeChallenge ?? null, lifetime, digest(session)],
    );
    return issued.length === 1 ? code : undefined;
  }

  /** Finds spent and expired codes too. @returns undefined if it is unknown, its user disabled or its family revoked */
  async find(presented: string): Promise<FoundCode | undefined> {
    const [row] = await this.database.query<CodeRow[]>(
      `SELECT family.client_id AS "clientId", family.user_id AS "userId", code.redirect_uri AS "redirectUri", code.scope,
              code.code_challenge AS "codeChallenge", code.family, code.expires <= now() AS expired, code.spent IS NOT NULL AS spent
         FROM authorization_codes code
         JOIN token_families family ON family.id = code.family
         JOIN users ON users.id = family.user_id
        WHERE code.digest = $1 AND family.revoked IS NULL AND users.disabled IS NULL`,
      [digest(presented)],
    );
    if (!row) return undefined;
    const { redirectUri, codeChallenge, ...code } = row;
    return { ...code, ...(redirectUri !== null && { redirectUri }), ...(codeChallenge !== null && { codeChallenge }) };
  }

  /** @returns true for one of all concurrent calls; false if the code was spent before */
  async spend(code: string): Promise<boolean> {
    const [, count] = await this.database.query<[unknown[], number]>(
      'UPDATE authorization_codes SET spent = now() WHERE digest = $1 AND spent IS NULL',
      [digest(code)],
    );
    return count === 1;
  }
}

/** A stored refresh token. */
interface FoundRefreshToken {
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

/**
 * Finds codes and refresh tokens that clients present. A code or refresh token that is presented twice may be stolen, so
 * all tokens of its family are revoked (RFC 6749, section 4.1.2; RFC 9700, section 4.14.2; docs/adr/0020-end-of-tokens.md).
 */
@Injectable()
export class ReuseDetection {
  private readonly logger = new Logger(ReuseDetection.name);

  constructor(
    private readonly codes: AuthorizationCodeStore,
    private readonly refreshTokens: RefreshTokenStore,
    private readonly revocations: Revocations,
  ) {}

  /** @returns undefined if the code is unknown, was issued to another client, or was used before */
  async findCode(code: string, clientId: string): Promise<FoundCode | undefined> {
    return this.findUnspent(await this.codes.find(code), clientId);
  }

  /** Spends a code without issuing tokens. */
  async spendCode(code: string): Promise<void> {
    await this.codes.spend(code);
  }

  /** @returns undefined if the refresh token is unknown, was issued to another client, or was used before */
  async findRefreshToken(token: string, clientId: string): Promise<FoundRefreshToken | undefined> {
    return this.findUnspent(await this.refreshTokens.find(token), clientId);
  }

  async revokeFamily(family: string): Promise<void> {
    if (await this.revocations.revokeFamily(family)) {
      this.logger.warn({ family, msg: 'Code or refresh token used twice; all tokens of its family are revoked' });
    }
  }

  /** Compares the client first: the mistake of another client must not end the sessions of this one. */
  private async findUnspent<Found extends { clientId: string; family: string; spent: boolean }>(
    found: Found | undefined,
    clientId: string,
  ): Promise<Found | undefined> {
    if (found?.clientId !== clientId) return undefined;
    if (!found.spent) return found;
    await this.revokeFamily(found.family);
    return undefined;
  }
}
