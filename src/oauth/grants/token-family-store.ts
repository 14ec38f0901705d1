import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { digest, newToken } from '../../auth/tokens/token-digest.js';

/** The tokens that a family is to get. */
export interface FamilyTokens {
  access: { scope: string[]; expires: Date };
  /** Absent for a client that may not refresh. */
  refresh?: { scope: string[]; expires: Date };
}

/** The tokens as they were issued. */
export interface IssuedTokens {
  accessToken: string;
  refreshToken?: string;
}

const begun = `
  INSERT INTO token_families (id, client_id, user_id, expires)
  VALUES (gen_random_uuid(), $7, $8, greatest($4::timestamptz, $6::timestamptz)) RETURNING *`;

/** Locks the family as well: who revokes it meanwhile waits, and then sees the new tokens. */
const continued = `
  UPDATE token_families SET expires = greatest(expires, $4::timestamptz, $6::timestamptz)
  WHERE id = $7 AND revoked IS NULL RETURNING *`;

const spentFrom = (table: 'authorization_codes' | 'refresh_tokens') => `
  UPDATE ${table} SET spent = now() FROM living
  WHERE digest = $8 AND ${table}.family = living.id AND spent IS NULL
  RETURNING living.id, living.client_id, living.user_id`;

/**
 * Families of tokens in PostgreSQL: all that came of one consent, or of one password. Each method is one statement, so
 * that tokens are there all or none.
 */
@Injectable()
export class TokenFamilyStore {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Begins a family with its first tokens. */
  async begin(clientId: string, userId: string, tokens: FamilyTokens): Promise<IssuedTokens> {
    const issued = await this.issue(`family AS (${begun})`, tokens, [clientId, userId]);
    if (!issued) throw new Error('A row that is inserted is returned');
    return issued;
  }

  /** Spends an authorization code. @returns undefined when it was spent before, or the family is revoked */
  redeem(code: string, family: string, tokens: FamilyTokens): Promise<IssuedTokens | undefined> {
    const parameters = [family, digest(code)];
    return this.issue(`living AS (${continued}), family AS (${spentFrom('authorization_codes')})`, tokens, parameters);
  }

  /** Spends a refresh token. @returns undefined when it was spent before, or the family is revoked */
  rotate(refreshToken: string, family: string, tokens: FamilyTokens): Promise<IssuedTokens | undefined> {
    const parameters = [family, digest(refreshToken)];
    return this.issue(`living AS (${continued}), family AS (${spentFrom('refresh_tokens')})`, tokens, parameters);
  }

  /**
   * Makes all tokens of a family worthless, at once and everywhere.
   *
   * @returns the digests of its access tokens, in hexadecimal digits; undefined when it was revoked before
   */
  async revoke(family: string): Promise<string[] | undefined> {
    const rows = await this.database.query<{ digest: string | null }[]>(
      `WITH revoked AS (
         UPDATE token_families SET revoked = now() WHERE id = $1 AND revoked IS NULL RETURNING id
       )
       SELECT encode(digest, 'hex') AS digest FROM revoked LEFT JOIN access_tokens ON family = id`,
      [family],
    );
    return rows.length === 0 ? undefined : rows.flatMap(({ digest }) => digest ?? []);
  }

  private async issue(
    family: string,
    { access, refresh }: FamilyTokens,
    parameters: unknown[],
  ): Promise<IssuedTokens | undefined> {
    const accessToken = newToken();
    const refreshToken = refresh && newToken();
    const rows = await this.database.query<unknown[]>(
      `WITH ${family},
       access AS (
         INSERT INTO access_tokens (digest, client_id, user_id, family, scope, expires)
         SELECT $1, client_id, user_id, id, $3, $4 FROM family
       ),
       refresh AS (
         INSERT INTO refresh_tokens (digest, family, scope, expires)
         SELECT $2, id, $5, $6 FROM family WHERE $2::bytea IS NOT NULL
       )
       SELECT FROM family`,
      [
        digest(accessToken),
        refreshToken === undefined ? null : digest(refreshToken),
        access.scope,
        access.expires,
        refresh?.scope ?? null,
        refresh?.expires ?? null,
        ...parameters,
      ],
    );
    return rows.length === 0 ? undefined : { accessToken, ...(refreshToken !== undefined && { refreshToken }) };
  }
}
