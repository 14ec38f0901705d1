import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, Raw, type Repository } from 'typeorm';
import { verifySecret } from '../auth/passwords.js';
import { ReadDatabase } from '../database/read.database.js';
import { invalidParameters, ProblemError, quoted } from '../http/problems.js';
import { type Account } from './account.js';
import { emailAddress } from './email.js';
import { type User } from './user.js';
import { UserEntity } from './user.entity.js';

@Injectable()
export class UsersService {
  constructor(
    @InjectRepository(UserEntity) private readonly users: Repository<UserEntity>,
    private readonly reads: ReadDatabase,
  ) {}

  /** @throws ProblemError `user_not_found` */
  async get(id: string): Promise<User> {
    const found = await this.reads.from(UserEntity, (users) => users.findOneBy({ id }));
    if (!found) throw userNotFound(id);
    return toUser(found);
  }

  /** @throws ProblemError `user_not_found` */
  async mustExist(id: string): Promise<void> {
    if (!(await this.reads.from(UserEntity, (users) => users.existsBy({ id })))) throw userNotFound(id);
  }

  /** The user as a signed-in person is shown themselves; undefined when there is none, or it is disabled. */
  async findAccount(id: string): Promise<Account | undefined> {
    const found = await this.users.findOneBy({ id, disabled: IsNull() });
    return found ? { id, name: found.name, email: found.email ?? '' } : undefined;
  }

  /** The users of these identifiers, by identifier. */
  async byId(ids: readonly string[]): Promise<Map<string, User>> {
    const where = { id: In([...new Set(ids)]) };
    const found = ids.length === 0 ? [] : await this.reads.from(UserEntity, (users) => users.findBy(where));
    return new Map(found.map((entity) => [entity.id, toUser(entity)]));
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
    if (!(await this.reads.from(UserEntity, (users) => users.existsBy({ email: sameEmail(email) })))) {
      throw new ProblemError('email_not_found', 'No user has this e-mail address.');
    }
  }

  /**
   * The identifier of the user with this e-mail address and password, unless disabled. Takes as long for one who does
   * not exist.
   *
   * @param before what is done right before the password is compared
   */
  async authenticate(email: string, password: string, before: () => Promise<void>): Promise<string | undefined> {
    const found = await this.users.findOne({
      where: { email: sameEmail(email), disabled: IsNull() },
      select: { id: true, passwordHash: true },
    });
    return (await verifySecret(password, found?.passwordHash, before)) ? found?.id : undefined;
  }
}

/** The index on lower(email) serves this. */
function sameEmail(email: string) {
  return Raw((column) => `lower(${column}) = lower(:email)`, { email });
}

function userNotFound(id: string): ProblemError {
  return new ProblemError('user_not_found', `There is no user ${quoted(id)}.`);
}

function toUser(entity: UserEntity): User {
  const { id, name, birth, gender, reviews, places, photos, checkins } = entity;
  return {
    id,
    name,
    ...(birth !== null && { birth }),
    ...(gender !== null && { gender }),
    photos: {
      ...(entity.photoSmall !== null && { small: entity.photoSmall }),
      ...(entity.photoMedium !== null && { medium: entity.photoMedium }),
      ...(entity.photoLarge !== null && { large: entity.photoLarge }),
      ...(entity.photoOriginal !== null && { original: entity.photoOriginal }),
    },
    statistics: { reviews, places, photos, checkins },
  };
}
