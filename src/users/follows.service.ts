import { Injectable } from '@nestjs/common';
import { ReadDatabase } from '../database/read-database.js';
import { type Caller } from '../http/request-context.js';
import { type Page, type PageRequest } from '../http/response.js';
import { ProblemError, quoted } from '../http/problems.js';
import { listStatement, ListReader } from '../lists/list-reader.js';
import { type User, userJson } from './user.js';
import { privatePage, UserPrivacy, userNotFound } from './users.service.js';

const pages = { following: usersOf('following'), followers: usersOf('followers') };

const followStatement = `
  SELECT EXISTS (SELECT FROM users WHERE id = $1) AS follower,
    EXISTS (SELECT FROM users WHERE id = $2) AS followed,
    EXISTS (SELECT FROM follows WHERE follower_id = $1 AND following_id = $2) AS follows`;

type FollowRow = Record<'follower' | 'followed' | 'follows', boolean>;

@Injectable()
export class FollowsService {
  constructor(
    private readonly reads: ReadDatabase,
    private readonly lists: ListReader,
    private readonly privacy: UserPrivacy,
  ) {}

  /**
   * The users that a user follows, the most recently followed first, or the followers of a user, the newest first.
   *
   * @throws ProblemError `user_not_found`
   */
  async list(list: keyof typeof pages, userId: string, request: PageRequest, caller: Caller): Promise<Page<User>> {
    const page = await this.lists.read<User>(pages[list], userId, request, caller);
    if (page === undefined) throw userNotFound(userId);
    if (this.privacy.hides('follows', caller, userId)) return privatePage;
    return { ...page, items: page.items.map((user) => this.privacy.user(user, caller)) };
  }

  /** @throws ProblemError `user_not_found` if either user does not exist, `not_following` also if the caller may not know */
  async assertFollows(followerId: string, followingId: string, caller: Caller): Promise<void> {
    const [found] = await this.reads.query<FollowRow[]>(followStatement, [followerId, followingId]);
    const isHidden = this.privacy.hides('follows', caller, followerId, followingId);
    if (found?.follows && !isHidden) return;
    if (!found?.follower) throw userNotFound(followerId);
    if (!found.followed) throw userNotFound(followingId);
    throw new ProblemError('not_following', `The user ${quoted(followerId)} does not follow ${quoted(followingId)}.`);
  }
}

function usersOf(list: 'following' | 'followers') {
  return listStatement(list, userJson('listed'), 'LEFT JOIN users AS listed ON listed.id = page.id');
}
