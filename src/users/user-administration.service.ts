import { hash } from 'node:crypto';
import { type DataSource, type EntityManager } from 'typeorm';
import { hashSecret } from '../auth/passwords.js';
import { emailForms } from './user.js';

/** What the operator sees of a user. */
export interface UserSummary {
  id: string;
  name: string;
  email: string | null;
  /** Whether the user can sign in with a password. */
  hasPassword: boolean;
  disabled: Date | null;
}

export interface UserDetails extends UserSummary {
  /** Stored rows that name the user. */
  stored: Record<'reviews' | 'checkins' | 'following' | 'followers' | 'sessions' | 'tokens', number>;
}

export interface UserFilter {
  email?: string;
  disabled?: boolean;
  /** Only users whose identifier follows this one. */
  after?: string;
  limit: number;
}

export interface NewUser {
  id: string;
  name: string;
  email?: string;
  password?: string;
}

/** Deleted rows by table. */
export type DeletedRows = Record<string, number>;

const summary = 'id, name, email, password_hash IS NOT NULL AS "hasPassword", disabled';

const details = `
  SELECT ${summary}, json_build_object(
    'reviews', (SELECT count(*) FROM reviews WHERE user_id = users.id),
    'checkins', (SELECT count(*) FROM checkins WHERE user_id = users.id),
    'following', (SELECT count(*) FROM follows WHERE follower_id = users.id),
    'followers', (SELECT count(*) FROM follows WHERE following_id = users.id),
    'sessions', (SELECT count(*) FROM sessions WHERE user_id = users.id AND expires > now()),
    'tokens', (SELECT count(*) FROM access_tokens WHERE user_id = users.id AND revoked IS NULL AND expires > now())
  ) AS stored FROM users WHERE id = $1`;

const list = `
  SELECT ${summary} FROM users
   WHERE ($1::text[] IS NULL OR lower(email) IN (SELECT lower(unnest($1::text[])))) AND ($2::boolean IS NULL OR (disabled IS NOT NULL) = $2)
     AND id > $3 ORDER BY id LIMIT $4`;

/** In the order in which changes of credentials and sign-ins lock rows (docs/adr/0020-end-of-tokens.md). */
const deletions: readonly [table: string, condition: string][] = [
  ['sessions', 'user_id = ANY($1)'],
  ['token_families', 'user_id = ANY($1)'],
  ['access_tokens', 'user_id = ANY($1)'],
  ['follows', 'follower_id = ANY($1) OR following_id = ANY($1)'],
  ['checkins', 'user_id = ANY($1)'],
  ['reviews', 'user_id = ANY($1)'],
  ['users', 'id = ANY($1)'],
  ['list_sizes', "owner = ANY($1) AND list IN ('following', 'followers', 'user_checkins', 'user_reviews')"],
];

/** What operators do with users. */
export class UserAdministration {
  /** @param database or a transaction */
  constructor(private readonly database: Pick<DataSource | EntityManager, 'query' | 'transaction'>) {}

  /** Ordered by identifier. */
  list({ email, disabled, after = '', limit }: UserFilter): Promise<UserSummary[]> {
    return this.database.query(list, [email === undefined ? null : emailForms(email), disabled ?? null, after, limit]);
  }

  /** @returns undefined if no such user exists */
  async find(id: string): Promise<UserDetails | undefined> {
    const [user] = await this.database.query<UserDetails[]>(details, [id]);
    return user;
  }

  /** @throws QueryFailedError with the code 23505 if the identifier or the e-mail address is taken */
  async create({ id, name, email, password }: NewUser): Promise<void> {
    await this.database.query('INSERT INTO users (id, name, email, password_hash) VALUES ($1, $2, $3, $4)', [
      id,
      name,
      email ?? null,
      password === undefined ? null : await hashSecret(password),
    ]);
  }

  /** Ends the sessions and tokens of the user. @returns false if no such user exists */
  async setPassword(id: string, password: string): Promise<boolean> {
    const statement = 'UPDATE users SET changed_by = 0, password_hash = $2 WHERE id = $1';
    const [, count] = await this.database.query<[unknown[], number]>(statement, [id, await hashSecret(password)]);
    return count === 1;
  }

  /** @param id of the user; absent for all users @returns the number of sessions that were valid */
  async endSessions(id?: string): Promise<number> {
    const rows = await this.database.query<{ ended: number }[]>(
      `WITH ended AS (DELETE FROM sessions WHERE $1::text IS NULL OR user_id = $1 RETURNING expires)
       SELECT count(*)::integer AS ended FROM ended WHERE expires > now()`,
      [id ?? null],
    );
    return rows[0]?.ended ?? 0;
  }

  /**
   * Deletes users with everything that names them (docs/operations/privacy.md). Caches of all replicas follow at once.
   *
   * @returns undefined if no such user exists
   */
  delete(ids: readonly string[]): Promise<DeletedRows | undefined> {
    return this.database.transaction(async (manager) => {
      // The lock waits for sign-ins in progress, and makes new ones wait.
      const found = await manager.query<unknown[]>('SELECT FROM users WHERE id = ANY($1) ORDER BY id FOR UPDATE', [
        ids,
      ]);
      if (found.length === 0) return undefined;
      const deleted: DeletedRows = {};
      for (const [table, condition] of deletions) {
        const [, count] = await manager.query<[unknown[], number]>(`DELETE FROM ${table} WHERE ${condition}`, [ids]);
        deleted[table] = count;
      }
      await this.anonymiseAudit(manager, ids);
      return deleted;
    });
  }

  private async anonymiseAudit(manager: EntityManager, ids: readonly string[]): Promise<void> {
    await manager.query(
      `UPDATE audit_log SET actor = CASE WHEN actor = ANY($1) THEN 'user' ELSE actor END,
              subject = CASE WHEN subject = ANY($1) THEN NULL ELSE subject END, details = '{}'
        WHERE actor = ANY($1) OR subject = ANY($1)`,
      [ids.map((id) => `user:${id}`)],
    );
  }
}

/** A digest of a user's identifier. Who knows the identifier can prove by it later that the user was deleted. */
export function deletionProof(id: string): string {
  return hash('sha256', id, 'hex');
}
