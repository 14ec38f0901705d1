import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import {
  type Comparison,
  decoysFor,
  findMatchingHash,
  hashSecret,
  isOwnHash,
  verifySecret,
} from '../auth/passwords.js';
import { emailForms } from './user.js';

/** The account that the sign-in pages show to its own user. */
export interface Account {
  id: string;
  name: string;
  email: string;
}

const accountById = `SELECT id, name, COALESCE(email, '') AS email FROM users WHERE id = $1 AND disabled IS NULL`;

/** Of hashes. No directory has as many. */
const maxParameters = 50;

/** Returns one row even for an unknown address. Reads one index entry for each set of hash parameters. */
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

/** By its conditions only the first of two sign-ins renews the hash, and a sign-in cannot undo a changed password. */
const renewal = `
  UPDATE users SET changed_by = 0, password_hash = $3, password_renewed_from = sha256(convert_to(password_hash, 'UTF8'))
   WHERE id = $1 AND password_hash = $2 AND disabled IS NULL`;

interface StoredCredentials {
  /** Null if no such user exists, or the user is disabled. */
  id: string | null;
  /** argon2id. Null for users who cannot sign in. */
  passwordHash: string | null;
  /** The distinct parameters of the hashes of all users. */
  parameters: string[];
}

/** A user who has given the right password. */
export interface AuthenticatedUser {
  id: string;
  /** The hash that the password matched. The user gets sessions and tokens only while it is in force. */
  passwordHash: string;
}

/** Who may sign in. Reads the primary database, because a replica may not know yet that a user is disabled. */
@Injectable()
export class AccountsService {
  /** @param database or a transaction */
  constructor(@Inject(DataSource) private readonly database: Pick<DataSource | EntityManager, 'query'>) {}

  /** @returns undefined if no such user exists, or the user is disabled */
  async find(id: string): Promise<Account | undefined> {
    const [account] = await this.database.query<Account[]>(accountById, [id]);
    return account;
  }

  /**
   * Compares a password, and does not count the attempt: for the start and the command line.
   *
   * @returns undefined if the credentials are wrong or the user is disabled
   */
  async authenticate(email: string, password: string): Promise<AuthenticatedUser | undefined> {
    const { userId, ...stored } = await this.findWithHash(email);
    const matching = await findMatchingHash({ secret: password, ...stored });
    return this.confirm(userId, matching, { secret: password });
  }

  /**
   * Finds a user with the hash of the password. A comparison with `hashes` and `decoys` takes as long for an unknown address as for a
   * known one, whatever the parameters of the hash.
   *
   * @returns no user and no hash if nobody has this address, or the user is disabled
   */
  async findWithHash(email: string): Promise<{ userId: string | null } & Pick<Comparison, 'hashes' | 'decoys'>> {
    const [found] = await this.database.query<StoredCredentials[]>(credentialsByEmail, emailForms(email));
    const { id = null, passwordHash = null, parameters = [] } = found ?? {};
    return { userId: id, hashes: passwordHash === null ? [] : [passwordHash], decoys: decoysFor(parameters) };
  }

  /**
   * Ends a sign-in whose password was right. The first one renews a hash with other parameters than ours, such as an imported one.
   *
   * @param matching the hash that the password has matched
   * @param password to hash again, and the owner whose queue slot it takes
   * @returns undefined if nothing matched, the password has changed meanwhile, or the user is disabled
   */
  async confirm(
    userId: string | null,
    matching: string | undefined,
    password: Pick<Comparison, 'secret' | 'owner'>,
  ): Promise<AuthenticatedUser | undefined> {
    if (userId === null || matching === undefined) return undefined;
    const inForce = isOwnHash(matching) ? matching : await this.renewHash(userId, matching, password);
    return inForce === undefined ? undefined : { id: userId, passwordHash: inForce };
  }

  /** @returns the hash that is in force; undefined if the password has changed meanwhile, or the user is disabled */
  private async renewHash(
    id: string,
    matching: string,
    { secret, owner }: Pick<Comparison, 'secret' | 'owner'>,
  ): Promise<string | undefined> {
    const renewed = await hashSecret(secret, owner);
    if (await this.update(renewal, id, matching, renewed)) return renewed;
    // Perhaps another sign-in has renewed it.
    const statement = 'SELECT password_hash AS "passwordHash" FROM users WHERE id = $1 AND disabled IS NULL';
    const [found] = await this.database.query<Pick<StoredCredentials, 'passwordHash'>[]>(statement, [id]);
    const current = found?.passwordHash;
    return current && (await verifySecret(secret, current)) ? current : undefined;
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
