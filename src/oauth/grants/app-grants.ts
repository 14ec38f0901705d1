import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { AuditLog } from '../../audit/audit-log.js';
import { TokenCache } from '../../auth/token-cache.js';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { revokeFamilies } from './token-families.js';

/** An app with access to the account of a user: a client with tokens or a code. */
export interface GrantedApp {
  clientId: string;
  name: string;
  scope: string[];
  since: Date;
  /** When the app last got tokens; null if that is not known. */
  lastUsed: Date | null;
}

/** The page shows no more. */
const maxListed = 100;

const list = `
  WITH granted AS (
    SELECT families.client_id, families.created, families.used, tokens.scope
      FROM token_families AS families
     CROSS JOIN LATERAL (
       SELECT scope FROM authorization_codes WHERE family = families.id AND spent IS NULL AND expires > now()
       UNION ALL
       SELECT scope FROM refresh_tokens WHERE family = families.id AND spent IS NULL AND expires > now()
          AND families.created > now() - $2 * interval '1 second'
       UNION ALL
       SELECT scope FROM access_tokens WHERE family = families.id AND revoked IS NULL AND expires > now()
     ) AS tokens
     WHERE families.user_id = $1 AND families.revoked IS NULL
    UNION ALL
    SELECT client_id, created, NULL, scope FROM access_tokens
     WHERE user_id = $1 AND family IS NULL AND revoked IS NULL AND expires > now()
  )
  SELECT clients.id AS "clientId", clients.name, array_agg(DISTINCT scope_name) AS scope,
         min(granted.created) AS since, max(granted.used) AS "lastUsed"
    FROM granted JOIN clients ON clients.id = granted.client_id CROSS JOIN LATERAL unnest(granted.scope) AS scope_name
   WHERE clients.disabled IS NULL
   GROUP BY clients.id ORDER BY max(granted.used) DESC NULLS LAST, clients.id LIMIT ${maxListed}`;

/** What users have allowed apps. */
@Injectable()
export class AppGrants {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly audit: AuditLog,
    private readonly cache: TokenCache,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'REFRESH_TOKEN_MAX_AGE'>,
  ) {}

  /** The apps with access, the last used first. */
  list(userId: string): Promise<GrantedApp[]> {
    return this.database.query(list, [userId, this.environment.REFRESH_TOKEN_MAX_AGE]);
  }

  /** Revokes all codes and tokens of an app for a user, on all replicas. @param clientIp of the browser, for the audit log */
  async revoke(userId: string, clientId: string, clientIp: string): Promise<void> {
    const owner = [userId, clientId];
    const ended = await this.database.transaction(async (manager) => {
      // The order of docs/adr/0020-end-of-tokens.md: users and clients, families, tokens.
      const locked = await manager.query<unknown[]>(
        'SELECT FROM users, clients WHERE users.id = $1 AND clients.id = $2 FOR KEY SHARE OF users, clients',
        owner,
      );
      if (locked.length === 0) return [];
      const { families, digests } = await revokeFamilies(manager, 'user_id = $1 AND client_id = $2', owner);
      const [single] = await manager.query<[{ digest: string }[], number]>(
        `UPDATE access_tokens SET revoked = now()
          WHERE user_id = $1 AND client_id = $2 AND family IS NULL AND revoked IS NULL AND expires > now()
          RETURNING encode(digest, 'hex') AS digest`,
        owner,
      );
      const keys = [...digests, ...single.map(({ digest }) => digest)];
      if (families > 0 || keys.length > 0) {
        const actor = `user:${userId}`;
        const details = { client: clientId, accessTokens: keys.length, families, address: clientIp };
        await this.audit.record({ actor, action: 'tokens.revoke', subject: actor, details }, manager);
      }
      return keys;
    });
    for (const key of ended) this.cache.remove(key);
  }
}
