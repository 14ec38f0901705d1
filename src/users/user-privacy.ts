import { Inject, Injectable } from '@nestjs/common';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { type PrivateUserField } from '../config/values.js';
import { type Caller } from '../http/request/caller-decorator.js';
import { type Page } from '../http/request/paging.js';
import { type Author } from './user-rows.js';
import { type User } from './user.js';

/** Who asks. Only a user token has a user; without a caller, nobody may see private fields. */
type Viewer = Pick<Caller, 'userId'> | undefined;

/**
 * Leaves out what `PRIVATE_USER_FIELDS` names, for everybody but the user. The response cache holds no responses to user tokens
 * about users then (`ResponseInterceptor`).
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
