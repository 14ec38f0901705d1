import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { digest, newToken } from '../../auth/tokens/token-digest.js';

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
export interface GivenConsent extends Consent {
  /** The session in which the user consents. */
  session: string;
}

/** A stored code. */
export interface FoundCode extends Consent {
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
