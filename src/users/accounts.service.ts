import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource, type EntityManager } from 'typeorm';
import { type Owner } from '../concurrency/fair-semaphore.js';
import {
  type Comparison,
  decoysFor,
  findMatchingHash,
  hashSecret,
  isOwnHash,
  verifySecret,
} from '../auth/passwords.js';
import { emailForms } from './email.js';

/** The account that the sign-in pages show to its own user. */
export interface Account {
  id: string;
  name: string;
  email: string;
}

const accountById = `SELECT id, name, COALESCE(email, '') AS email FROM users WHERE id = $1 AND disabled IS NULL`;

/** More kinds of hashes than any directory has. */
const maxParameters = 50;

/** Always one row. Reads one entry of the index for each kind of hash. */
const credentialsByEmail = `
  WITH RECURSIVE stored (parameters) AS (
    SELECT min(hash_parameters(password_hash) COLLATE "C") FROM users
    UNION ALL
    SELECT (SELECT min(hash_parameters(password_hash) COLLATE "C") FROM users
             WHERE hash_parameters(password_hash) COLLATE "C" > stored.parameters)
      FROM stored WHERE parameters IS NOT NULL
  )
  SELECT found.id, found.password_hash AS "passwordHash",
         ARRAY(SELECT parameters FROM stored WHERE parameters IS NOT NULL LIMIT ${maxParameters}) AS parameters
    FROM (VALUES (true)) AS always LEFT JOIN (
      SELECT id, password_hash FROM users WHERE lower(email) IN (lower($1), lower($2), lower($3)) AND disabled IS NULL LIMIT 1
    ) AS found ON true`;

/** The conditions let the first of two sign-ins renew the hash, and no sign-in undo a new password or enable a user. */
const renewal = `
  UPDATE users SET changed_by = 0, password_hash = $3, password_renewed_from = sha256(convert_to(password_hash, 'UTF8'))
   WHERE id = $1 AND password_hash = $2 AND disabled IS NULL`;

interface Credentials {
  /** Null if no such user exists, or the user is disabled. */
  id: string | null;
  /** argon2id. Null for users who cannot sign in. */
  passwordHash: string | null;
  /** Of the hashes of all users, each once. */
  parameters: string[];
}

/** A user who has given the right password. */
export interface AuthenticatedUser {
  id: string;
  /** The hash that the password matched. The user gets sessions and tokens only while it is in force. */
  passwordHash: string;
}

/** Who may sign in. Reads the primary: a replica may not know yet that a user is disabled. */
@Injectable()
export class AccountsService {
  /** @param database or a transaction */
  constructor(@InjectDataSource() private readonly database: Pick<DataSource | EntityManager, 'query'>) {}

  /** @returns undefined if no such user exists, or the user is disabled */
  async find(id: string): Promise<Account | undefined> {
    const [account] = await this.database.query<Account[]>(accountById, [id]);
    return account;
  }

  /**
   * Checks an e-mail address and a password. Takes as long for an unknown address as for a known one, with any hash. The first
   * success renews a hash of other parameters, such as an imported one.
   *
   * @returns undefined if the credentials are wrong or the user is disabled
   */
  async authenticate(email: string, password: string, comparison: Comparison): Promise<AuthenticatedUser | undefined> {
    const [found] = await this.database.query<Credentials[]>(credentialsByEmail, emailForms(email));
    const { id = null, passwordHash = null, parameters = [] } = found ?? {};
    const hashes = passwordHash === null ? [] : [passwordHash];
    const matching = await findMatchingHash(password, hashes, { ...comparison, decoys: decoysFor(parameters) });
    if (id === null || matching === undefined) return undefined;
    const inForce = isOwnHash(matching) ? matching : await this.renewHash(id, matching, password, comparison.owner);
    return inForce === undefined ? undefined : { id, passwordHash: inForce };
  }

  /** @returns the hash that is in force; undefined if the password has changed meanwhile, or the user is disabled */
  private async renewHash(id: string, matching: string, password: string, owner?: Owner): Promise<string | undefined> {
    const renewed = await hashSecret(password, owner);
    if (await this.update(renewal, id, matching, renewed)) return renewed;
    // Perhaps another sign-in has renewed it.
    const statement = 'SELECT password_hash AS "passwordHash" FROM users WHERE id = $1 AND disabled IS NULL';
    const [found] = await this.database.query<Pick<Credentials, 'passwordHash'>[]>(statement, [id]);
    const current = found?.passwordHash;
    return current && (await verifySecret(password, current)) ? current : undefined;
  }

  /** @returns undefined if no such user exists */
  async isDisabled(id: string): Promise<boolean | undefined> {
    const statement = 'SELECT disabled IS NOT NULL AS disabled FROM users WHERE id = $1';
    const [user] = await this.database.query<{ disabled: boolean }[]>(statement, [id]);
    return user?.disabled;
  }

  /** @returns false if the user is unknown or was disabled before */
  disable(id: string): Promise<boolean> {
    return this.update('UPDATE users SET changed_by = 0, disabled = now() WHERE id = $1 AND disabled IS NULL', id);
  }

  /** @returns false if the user is unknown or is not disabled */
  enable(id: string): Promise<boolean> {
    return this.update('UPDATE users SET changed_by = 0, disabled = NULL WHERE id = $1 AND disabled IS NOT NULL', id);
  }

  private async update(statement: string, ...parameters: string[]): Promise<boolean> {
    const [, count] = await this.database.query<[unknown[], number]>(statement, parameters);
    return count === 1;
  }
}
