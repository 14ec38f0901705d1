import { Inject, Injectable } from '@nestjs/common';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { type PrivateUserField } from '../config/values.js';
import { type Caller } from '../http/request-context.js';
import { type Page } from '../http/response.js';
import { type Author, type User, userJson, emailAddress, emailForms } from './user.js';
import { ReadDatabase } from '../database/read-database.js';
import { invalidParameters, ProblemError, quoted } from '../http/problems.js';

/** Who reads. Only a user token has a user. Undefined sees no private fields. */
type Viewer = Pick<Caller, 'userId'> | undefined;

/**
 * Leaves out the fields in `PRIVATE_USER_FIELDS`, unless users read their own. With private fields, the response cache holds no
 * responses to user tokens about users (`CacheInterceptor`).
 */
@Injectable()
export class UserPrivacy {
  private readonly fields: readonly PrivateUserField[];

  constructor(@Inject(ENVIRONMENT) { PRIVATE_USER_FIELDS }: Pick<Environment, 'PRIVATE_USER_FIELDS'>) {
    this.fields = PRIVATE_USER_FIELDS;
  }

  /** Whether a field is private, and the caller is none of these users. */
  hides(field: PrivateUserField, caller: Viewer, ...users: readonly string[]): boolean {
    return this.fields.includes(field) && (caller?.userId === undefined || !users.includes(caller.userId));
  }

  user(user: User, caller: Viewer): User {
    const { birth, gender, ...shown } = user;
    return {
      ...shown,
      ...(birth !== undefined && !this.hides('birth', caller, user.id) && { birth }),
      ...(gender !== undefined && !this.hides('gender', caller, user.id) && { gender }),
      photos: this.hides('photos', caller, user.id) ? {} : user.photos,
    };
  }

  author(author: Author, caller: Viewer): Author {
    return this.hides('photos', caller, author.id) ? { ...author, photos: {} } : author;
  }
}

/** What others see of a private list. */
export const privatePage: Page<never> = { found: 0, items: [] };

const userById = `SELECT ${userJson('users')} AS user FROM users WHERE id = $1`;

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
    const [row] = await this.reads.query<{ user: User }[]>(userById, [id]);
    if (!row) throw userNotFound(id);
    return this.privacy.user(row.user, caller);
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
