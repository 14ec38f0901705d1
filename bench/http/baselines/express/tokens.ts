import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type Pool } from 'pg';

interface Access {
  readonly trusted: boolean;
}

const statement = `
  SELECT clients.trusted AND 'trust' = ANY(token.scope) AS trusted
  FROM access_tokens token JOIN clients ON clients.id = token.client_id
  WHERE token.digest = $1 AND token.revoked IS NULL AND token.expires > now() AND clients.disabled IS NULL`;

/** Looks tokens up in PostgreSQL, and remembers them for a minute. */
export class Tokens {
  private readonly known = new LRUCache<string, Access>({ max: 10_000, ttl: 60_000 });

  constructor(private readonly pool: Pool) {}

  /** @returns undefined if the token is not valid */
  async find(token: string): Promise<Access | undefined> {
    const known = this.known.get(token);
    if (known) return known;
    const { rows } = await this.pool.query<Access>(statement, [createHash('sha256').update(token).digest()]);
    const [row] = rows;
    if (row) this.known.set(token, row);
    return row;
  }
}
