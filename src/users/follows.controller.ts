import { Controller, Get } from '@nestjs/common';
import { z } from 'zod';
import { Cached } from '../response-cache/dependencies.js';
import { Access, UserSegment } from '../auth/access.js';
import { Documented } from '../http/routes.js';
import { type Caller, RequestCaller } from '../http/request-context.js';
import { fields, pick } from '../http/field-selection.js';
import { ResourceLinks, Links } from '../http/links.js';
import { listView } from '../http/response.js';
import { paging, type ParameterValues, Parameters } from '../http/parameters.js';
import { presentListedUser, userList, userSchema } from './user.js';
import { FollowsService } from './follows.service.js';

const listParameters = { ...paging, fl: fields(userSchema) };

type ListParameters = ParameterValues<typeof listParameters>;

@Controller('v2/users/:userId')
export class FollowsController {
  constructor(private readonly follows: FollowsService) {}

  @Get('following')
  @Cached({ dependencies: ['users', 'follows'] })
  @Access('application', 'user')
  @Documented({
    id: 'listFollowing',
    me: 'listMyFollowing',
    summary: 'List users that a user follows',
    description: 'The most recently followed first. Empty for others if follows are private in this directory.',
    response: userList,
    problems: ['user_not_found'],
    examples: { maria: '/v2/users/maria/following?rows=1' },
  })
  async following(
    @UserSegment('userId') userId: string,
    @Parameters(listParameters) request: ListParameters,
    @RequestCaller() caller: Caller,
    @ResourceLinks() links: Links,
  ) {
    const page = await this.follows.list('following', userId, request, caller);
    return listView(userList, request, page, (user) => pick(presentListedUser(user, links), request.fl));
  }

  @Get('followers')
  @Cached({ dependencies: ['users', 'follows'] })
  @Access('application', 'user')
  @Documented({
    id: 'listFollowers',
    me: 'listMyFollowers',
    summary: 'List followers of a user',
    description: 'The newest follower first. Empty for others if follows are private in this directory.',
    response: userList,
    problems: ['user_not_found'],
    examples: { maria: '/v2/users/maria/followers?rows=1' },
  })
  async followers(
    @UserSegment('userId') userId: string,
    @Parameters(listParameters) request: ListParameters,
    @RequestCaller() caller: Caller,
    @ResourceLinks() links: Links,
  ) {
    const page = await this.follows.list('followers', userId, request, caller);
    return listView(userList, request, page, (user) => pick(presentListedUser(user, links), request.fl));
  }

  @Get('following/:followingId')
  @Cached({ dependencies: ['users', 'follows'] })
  @Access('user')
  @Documented({
    id: 'isFollowing',
    me: 'amIFollowing',
    summary: 'Check whether a user follows another',
    description:
      '200 if the user follows the other. 404 `not_following` if both users exist, and the user does not follow the other.',
    response: { root: 'following', schema: z.literal(true) },
    problems: ['user_not_found', 'not_following'],
    examples: { maria: '/v2/users/maria/following/joao' },
  })
  async isFollowing(
    @UserSegment('userId') userId: string,
    @UserSegment('followingId') followingId: string,
    @RequestCaller() caller: Caller,
  ) {
    await this.follows.assertFollows(userId, followingId, caller);
    return { following: true };
  }
}
