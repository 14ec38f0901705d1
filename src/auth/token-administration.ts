import { type DataSource, type EntityManager } from 'typeorm';

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
export class TokenAdministration {
  /** @param database or a transaction */
  constructor(private readonly database: Pick<DataSource | EntityManager, 'query' | 'transaction'>) {}

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
