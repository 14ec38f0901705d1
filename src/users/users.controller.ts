import { Controller, Get } from '@nestjs/common';
import { z } from 'zod';
import { Access, CountedAccess, UserSegment } from '../auth/access.js';
import { Cached } from '../response-cache/dependencies.js';
import { NoStore, Documented } from '../http/routes.js';
import { type Caller, RequestCaller } from '../http/request-context.js';
import { fields, pick } from '../http/field-selection.js';
import { ResourceLinks, Links } from '../http/links.js';
import { type ParameterValues, Parameters, PathSegment } from '../http/parameters.js';
import { presentUser, userSchema } from './user.js';
import { UsersService } from './users.service.js';

const userParameters = { fl: fields(userSchema) };

@Controller('v2/users')
export class UsersController {
  constructor(private readonly users: UsersService) {}

  @Get(':userId')
  @Cached({ dependencies: ['users'] })
  @Access('application', 'user')
  @Documented({
    id: 'getUser',
    me: 'getMe',
    summary: 'Get a user',
    description:
      'Name, birth, gender, pictures and counters. Fields that are unknown, or private in this directory, are absent. `me` is the user who owns the token.',
    response: { root: 'user', schema: userSchema },
    problems: ['user_not_found'],
    examples: { maria: '/v2/users/maria' },
  })
  async user(
    @UserSegment('userId') userId: string,
    @Parameters(userParameters) { fl }: ParameterValues<typeof userParameters>,
    @RequestCaller() caller: Caller,
    @ResourceLinks() links: Links,
  ) {
    return { user: pick(presentUser(await this.users.get(userId, caller), links), fl) };
  }

  /** Known and unknown e-mail addresses are cached alike, so that the latency does not tell them apart. */
  @Get(':email/verify')
  @Cached({ dependencies: ['users'] })
  @CountedAccess('email_check', 'trusted')
  @NoStore()
  @Documented({
    id: 'verifyEmail',
    summary: 'Check whether a user has an e-mail address',
    description:
      'Compared without case. An international domain is the same in Unicode and with `xn--`. For trusted clients only, and ' +
      'only so many in a time: by default 60 in a minute (`RateLimit`).',
    response: { root: 'exists', schema: z.literal(true) },
    problems: ['email_not_found'],
    examples: { maria: '/v2/users/maria%40example.com/verify' },
  })
  async verify(@PathSegment('email') email: string) {
    await this.users.assertEmailExists(email);
    return { exists: true };
  }
}
