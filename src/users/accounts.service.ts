import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource, type EntityManager } from 'typeorm';
import { type Comparison, verifySecret } from '../auth/passwords.js';

/** The account that the sign-in pages show to its own user. */
export interface Account {
  id: string;
  name: string;
  email: string;
}

const accountById = `SELECT id, name, COALESCE(email, '') AS email FROM users WHERE id = $1 AND disabled IS NULL`;

const credentialsByEmail = `
  SELECT id, password_hash FROM users WHERE lower(email) = lower($1) AND disabled IS NULL`;

interface Credentials {
  id: string;
  /** argon2id. Null for users who cannot sign in. */
  password_hash: string | null;
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
   * Checks an e-mail address and a password. Takes as long for an unknown address as for a known one.
   *
   * @returns undefined if the credentials are wrong or the user is disabled
   */
  async authenticate(email: string, password: string, comparison: Comparison): Promise<AuthenticatedUser | undefined> {
    const [user] = await this.database.query<Credentials[]>(credentialsByEmail, [email]);
    const matches = await verifySecret(password, user?.password_hash, comparison);
    return matches && user?.password_hash ? { id: user.id, passwordHash: user.password_hash } : undefined;
  }

  /** @returns undefined if no such user exists */
  async isDisabled(id: string): Promise<boolean | undefined> {
    const statement = 'SELECT disabled IS NOT NULL AS disabled FROM users WHERE id = $1';
    const [user] = await this.database.query<{ disabled: boolean }[]>(statement, [id]);
    return user?.disabled;
  }

  /** @returns false if the user is unknown or was disabled before */
  disable(id: string): Promise<boolean> {
    return this.update('UPDATE users SET disabled = now() WHERE id = $1 AND disabled IS NULL', id);
  }

  /** @returns false if the user is unknown or is not disabled */
  enable(id: string): Promise<boolean> {
    return this.update('UPDATE users SET disabled = NULL WHERE id = $1 AND disabled IS NOT NULL', id);
  }

  private async update(statement: string, id: string): Promise<boolean> {
    const [, count] = await this.database.query<[unknown[], number]>(statement, [id]);
    return count === 1;
  }
}
