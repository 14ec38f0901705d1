import { Controller, Get } from '@nestjs/common';
import { z } from 'zod';
import { Cached } from '../response-cache/cached-decorator.js';
import { Access } from '../auth/access/access-decorator.js';
import { UserSegment } from '../auth/access/me.js';
import { Documented } from '../http/routes/documented-decorator.js';
import { fields, pick } from '../http/request/fields-parameter.js';
import { ResourceLinks } from '../http/response/links-decorator.js';
import { Links } from '../http/response/links.js';
import { listView } from '../http/response/list-view.js';
import { paging, type ParameterValues } from '../http/request/parameter.js';
import { Parameters } from '../http/request/parameters-decorator.js';
import { presentListedUser, userFields } from '../users/user-presenter.js';
import { userList } from '../users/user-schema.js';
import { FollowsService } from './follows.service.js';

const listParameters = { ...paging, fl: fields(userFields) };
type ListParameters = ParameterValues<typeof listParameters>;

@Controller('v2/users/:userId')
export class FollowsController {
  constructor(private readonly follows: FollowsService) {}

  /** Endpoints 3 and 5. */
  @Get('following')
  @Cached({ dependencies: ['users', 'follows'] })
  @Access('application', 'user')
  @Documented({
    id: 'listFollowing',
    me: 'listMyFollowing',
    summary: 'Whom a user follows',
    description: 'The newest relation first.',
    response: userList,
    problems: ['user_not_found'],
    examples: { maria: '/v2/users/maria/following?rows=1' },
  })
  async following(
    @UserSegment('userId') userId: string,
    @Parameters(listParameters) request: ListParameters,
    @ResourceLinks() links: Links,
  ) {
    const page = await this.follows.following(userId, request);
    return listView(userList, request, page, (user) => pick(presentListedUser(user, links), request.fl));
  }

  /** Endpoints 4 and 6. */
  @Get('followers')
  @Cached({ dependencies: ['users', 'follows'] })
  @Access('application', 'user')
  @Documented({
    id: 'listFollowers',
    me: 'listMyFollowers',
    summary: 'Who follows a user',
    description: 'The newest relation first.',
    response: userList,
    problems: ['user_not_found'],
    examples: { maria: '/v2/users/maria/followers?rows=1' },
  })
  async followers(
    @UserSegment('userId') userId: string,
    @Parameters(listParameters) request: ListParameters,
    @ResourceLinks() links: Links,
  ) {
    const page = await this.follows.followers(userId, request);
    return listView(userList, request, page, (user) => pick(presentListedUser(user, links), request.fl));
  }

  /** Endpoint 7. */
  @Get('following/:followingId')
  @Cached({ dependencies: ['users', 'follows'] })
  @Access('user')
  @Documented({
    id: 'isFollowing',
    me: 'amIFollowing',
    summary: 'Whether a user follows another',
    description: '200 when the user follows the other one; 404 `not_following` when both exist and it is not so.',
    response: { root: 'following', schema: z.literal(true) },
    problems: ['user_not_found', 'not_following'],
    examples: { maria: '/v2/users/maria/following/joao' },
  })
  async isFollowing(@UserSegment('userId') userId: string, @UserSegment('followingId') followingId: string) {
    await this.follows.mustFollow(userId, followingId);
    return { following: true };
  }
}
