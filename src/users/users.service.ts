import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { verifySecret } from '../auth/passwords.js';
import { ReadDatabase } from '../database/read-database.js';
import { invalidParameters, ProblemError, quoted } from '../http/problems/problems.js';
import { type Account } from './account.js';
import { emailAddress } from './email.js';
import { type User } from './user.js';
import { toUser, userColumns, type UserRow } from './user-rows.js';

const userById = `SELECT ${userColumns('users')} FROM users WHERE id = $1`;

/** Uses the index on lower(email). */
const emailExists = 'SELECT EXISTS (SELECT FROM users WHERE lower(email) = lower($1)) AS exists';

const accountById = `SELECT id, name, COALESCE(email, '') AS email FROM users WHERE id = $1 AND disabled IS NULL`;

const credentialsByEmail = `
  SELECT id, password_hash FROM users WHERE lower(email) = lower($1) AND disabled IS NULL`;

interface Credentials {
  id: string;
  /** argon2id. Null for users who cannot sign in. */
  password_hash: string | null;
}

@Injectable()
export class UsersService {
  constructor(
    private readonly primary: DataSource,
    private readonly reads: ReadDatabase,
  ) {}

  /** @throws ProblemError `user_not_found` */
  async get(id: string): Promise<User> {
    const [row] = await this.reads.query<UserRow[]>(userById, [id]);
    if (!row) throw userNotFound(id);
    return toUser(row);
  }

  /** The account of a signed-in person; undefined if no such user exists, or the user is disabled. */
  async findAccount(id: string): Promise<Account | undefined> {
    const [account] = await this.primary.query<Account[]>(accountById, [id]);
    return account;
  }

  /**
   * Compares without case.
   *
   * @throws ProblemError `invalid_parameter` if the text is not an address, `email_not_found` if no user has it. Neither
   * repeats the address: addresses must stay out of the logs.
   */
  async assertEmailExists(email: string): Promise<void> {
    if (!emailAddress.safeParse(email).success) {
      const fault = { parameter: 'email', reason: 'is not an e-mail address', allowed: ['name@domain'] };
      throw invalidParameters([fault]);
    }
    const [found] = await this.reads.query<{ exists: boolean }[]>(emailExists, [email]);
    if (!found?.exists) throw new ProblemError('email_not_found', 'No user has this e-mail address.');
  }

  /**
   * Checks an e-mail address and a password. Takes as long for an unknown address as for a known one.
   *
   * @param before runs right before the password is compared
   * @returns the user's identifier; undefined if the credentials are wrong or the user is disabled
   */
  async authenticate(email: string, password: string, before: () => Promise<void>): Promise<string | undefined> {
    const [user] = await this.primary.query<Credentials[]>(credentialsByEmail, [email]);
    return (await verifySecret(password, user?.password_hash, before)) ? user?.id : undefined;
  }
}

export function userNotFound(id: string): ProblemError {
  return new ProblemError('user_not_found', `There is no user ${quoted(id)}.`);
}
