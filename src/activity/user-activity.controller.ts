import { Controller, Get } from '@nestjs/common';
import { Cached } from '../response-cache/cached-decorator.js';
import { Access } from '../auth/access/access-decorator.js';
import { UserSegment } from '../auth/access/me.js';
import { Documented } from '../http/routes/documented-decorator.js';
import { ResourceLinks } from '../http/response/links-decorator.js';
import { Links } from '../http/response/links.js';
import { Parameters } from '../http/request/parameters-decorator.js';
import { type ActivityRequest, activityParameters, checkinView, reviewView } from './activity-views.js';
import { checkinList, reviewList } from './activity-schema.js';
import { ActivityService } from './activity.service.js';

@Controller('v2/users/:userId/places')
export class UserActivityController {
  constructor(private readonly activity: ActivityService) {}

  @Get('checkins')
  @Cached({ dependencies: ['checkins', 'users', 'places'] })
  @Access('application', 'user')
  @Documented({
    id: 'listUserCheckins',
    me: 'listMyCheckins',
    summary: 'Check-ins of a user',
    description: 'The newest first.',
    response: checkinList,
    problems: ['user_not_found'],
    examples: { maria: '/v2/users/maria/places/checkins?rows=1' },
  })
  async checkins(
    @UserSegment('userId') userId: string,
    @Parameters(activityParameters.checkins) request: ActivityRequest,
    @ResourceLinks() links: Links,
  ) {
    return checkinView(await this.activity.checkins({ userId }, request), request, links);
  }

  @Get('reviews')
  @Cached({ dependencies: ['reviews', 'users', 'places'] })
  @Access('application', 'user')
  @Documented({
    id: 'listUserReviews',
    me: 'listMyReviews',
    summary: 'Reviews of a user',
    description: 'The newest first.',
    response: reviewList,
    problems: ['user_not_found'],
    examples: { maria: '/v2/users/maria/places/reviews?rows=1' },
  })
  async reviews(
    @UserSegment('userId') userId: string,
    @Parameters(activityParameters.reviews) request: ActivityRequest,
    @ResourceLinks() links: Links,
  ) {
    return reviewView(await this.activity.reviews({ userId }, request), request, links);
  }
}
