import { Injectable } from '@nestjs/common';
import { ReadDatabase } from '../database/read-database.js';
import { type Caller } from '../http/request/caller-decorator.js';
import { invalidParameters, ProblemError, quoted } from '../http/problems/problems.js';
import { emailAddress, emailForms } from './email.js';
import { type User } from './user.js';
import { UserPrivacy } from './user-privacy.js';
import { toUser, userColumns, type UserRow } from './user-rows.js';

const userById = `SELECT ${userColumns('users')} FROM users WHERE id = $1`;

/** Uses the index on lower(email). */
const emailExists =
  'SELECT EXISTS (SELECT FROM users WHERE lower(email) IN (lower($1), lower($2), lower($3))) AS exists';

/** The public data of users. */
@Injectable()
export class UsersService {
  constructor(
    private readonly reads: ReadDatabase,
    private readonly privacy: UserPrivacy,
  ) {}

  /** @param caller without one, the user has no private fields @throws ProblemError `user_not_found` */
  async get(id: string, caller?: Caller): Promise<User> {
    const [row] = await this.reads.query<UserRow[]>(userById, [id]);
    if (!row) throw userNotFound(id);
    return this.privacy.user(toUser(row), caller);
  }

  /**
   * Compares without case, and the Unicode form of a domain with its ASCII form.
   *
   * @throws ProblemError `invalid_parameter` if the text is not an address, `email_not_found` if no user has it. Neither
   * repeats the address: addresses must stay out of the logs.
   */
  async assertEmailExists(email: string): Promise<void> {
    if (!emailAddress.safeParse(email).success) {
      const fault = { parameter: 'email', reason: 'is not an e-mail address', allowed: ['name@domain'] };
      throw invalidParameters([fault]);
    }
    const [found] = await this.reads.query<{ exists: boolean }[]>(emailExists, emailForms(email));
    if (!found?.exists) throw new ProblemError('email_not_found', 'No user has this e-mail address.');
  }
}

export function userNotFound(id: string): ProblemError {
  return new ProblemError('user_not_found', `There is no user ${quoted(id)}.`);
}
