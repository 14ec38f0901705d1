import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Raw, type Repository } from 'typeorm';
import { verifySecret } from '../auth/passwords.js';
import { ReadDatabase } from '../database/read-database.js';
import { invalidParameters, ProblemError, quoted } from '../http/problems/problems.js';
import { type Account } from './account.js';
import { emailAddress } from './email.js';
import { type User } from './user.js';
import { UserEntity } from './user.entity.js';
import { toUser, userColumns, type UserRow } from './user-rows.js';

const byIdentifier = `SELECT ${userColumns('users')} FROM users WHERE id = $1`;

/** The index on lower(email) serves this. */
const byAddress = 'SELECT EXISTS (SELECT FROM users WHERE lower(email) = lower($1)) AS exists';

@Injectable()
export class UsersService {
  constructor(
    @InjectRepository(UserEntity) private readonly users: Repository<UserEntity>,
    private readonly reads: ReadDatabase,
  ) {}

  /** @throws ProblemError `user_not_found` */
  async get(id: string): Promise<User> {
    const [row] = await this.reads.rows<UserRow>(byIdentifier, [id]);
    if (!row) throw userNotFound(id);
    return toUser(row);
  }

  /** The user as a signed-in person is shown themselves; undefined when there is none, or it is disabled. */
  async findAccount(id: string): Promise<Account | undefined> {
    const found = await this.users.findOneBy({ id, disabled: IsNull() });
    return found ? { id, name: found.name, email: found.email ?? '' } : undefined;
  }

  /**
   * Endpoint 10: whether some user has this e-mail address, compared without case.
   *
   * @throws ProblemError `invalid_parameter` when the text is no address, `email_not_found` when nobody has it; neither
   * repeats the address, which must stay out of the logs
   */
  async mustHaveEmail(email: string): Promise<void> {
    if (!emailAddress.safeParse(email).success) {
      const fault = { parameter: 'email', reason: 'is not an e-mail address', allowed: ['name@domain'] };
      throw invalidParameters([fault]);
    }
    const [found] = await this.reads.rows<{ exists: boolean }>(byAddress, [email]);
    if (!found?.exists) throw new ProblemError('email_not_found', 'No user has this e-mail address.');
  }

  /**
   * The identifier of the user with this e-mail address and password, unless disabled. Takes as long for one who does
   * not exist.
   *
   * @param before what is done right before the password is compared
   */
  async authenticate(email: string, password: string, before: () => Promise<void>): Promise<string | undefined> {
    const found = await this.users.findOne({
      where: { email: Raw((column) => `lower(${column}) = lower(:email)`, { email }), disabled: IsNull() },
      select: { id: true, passwordHash: true },
    });
    return (await verifySecret(password, found?.passwordHash, before)) ? found?.id : undefined;
  }
}

export function userNotFound(id: string): ProblemError {
  return new ProblemError('user_not_found', `There is no user ${quoted(id)}.`);
}
