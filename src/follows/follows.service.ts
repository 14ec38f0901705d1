import { Injectable } from '@nestjs/common';
import { ReadDatabase } from '../database/read.database.js';
import { type Page, type PageRequest } from '../http/paging.js';
import { ProblemError, quoted } from '../http/problems.js';
import { type User } from '../users/user.js';
import { UsersService } from '../users/users.service.js';
import { FollowEntity } from './follow.entity.js';

@Injectable()
export class FollowsService {
  constructor(
    private readonly reads: ReadDatabase,
    private readonly users: UsersService,
  ) {}

  /** Whom a user follows, newest first. @throws ProblemError `user_not_found` */
  following(userId: string, page: PageRequest): Promise<Page<User>> {
    return this.list(userId, page, 'followerId', 'followingId');
  }

  /** Who follows a user, newest first. @throws ProblemError `user_not_found` */
  followers(userId: string, page: PageRequest): Promise<Page<User>> {
    return this.list(userId, page, 'followingId', 'followerId');
  }

  /** Endpoint 7. @throws ProblemError `user_not_found` when either is unknown, `not_following` */
  async mustFollow(followerId: string, followingId: string): Promise<void> {
    await this.users.mustExist(followerId);
    if (await this.reads.from(FollowEntity, (rows) => rows.existsBy({ followerId, followingId }))) return;
    await this.users.mustExist(followingId);
    throw new ProblemError('not_following', `The user ${quoted(followerId)} does not follow ${quoted(followingId)}.`);
  }

  private async list(
    userId: string,
    { rows, start }: PageRequest,
    given: 'followerId' | 'followingId',
    listed: 'followerId' | 'followingId',
  ): Promise<Page<User>> {
    const [, [follows, found]] = await Promise.all([
      this.users.mustExist(userId),
      this.reads.from(FollowEntity, (all) =>
        all.findAndCount({
          where: { [given]: userId },
          order: { created: 'DESC', [listed]: 'ASC' },
          skip: start,
          take: rows,
        }),
      ),
    ]);
    const ids = follows.map((follow) => follow[listed]);
    const users = await this.users.byId(ids);
    return { found, items: ids.flatMap((id) => users.get(id) ?? []) };
  }
}
