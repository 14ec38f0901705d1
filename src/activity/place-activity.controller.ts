import { Controller, Get } from '@nestjs/common';
import { Cached } from '../response-cache/cached-decorator.js';
import { Access } from '../auth/access/access-decorator.js';
import { Documented } from '../http/routes/documented-decorator.js';
import { ResourceLinks } from '../http/response/links-decorator.js';
import { Links } from '../http/response/links.js';
import { Parameters } from '../http/request/parameters-decorator.js';
import { PathSegment } from '../http/request/path-segment.js';
import { type ActivityRequest, activityParameters, checkinView, reviewView } from './activity-views.js';
import { checkinList, reviewList } from './activity-schema.js';
import { ActivityService } from './activity.service.js';

@Controller('v2/places/:placeId')
export class PlaceActivityController {
  constructor(private readonly activity: ActivityService) {}

  @Get('checkins')
  @Cached({ dependencies: ['checkins', 'users', 'places'] })
  @Access('application', 'user')
  @Documented({
    id: 'listPlaceCheckins',
    summary: 'Check-ins at a place',
    description: 'The newest first.',
    response: checkinList,
    problems: ['place_not_found'],
    examples: { museum: '/v2/places/masp/checkins?rows=1' },
  })
  async checkins(
    @PathSegment('placeId') placeId: string,
    @Parameters(activityParameters.checkins) request: ActivityRequest,
    @ResourceLinks() links: Links,
  ) {
    return checkinView(await this.activity.checkins({ placeId }, request), request, links);
  }

  @Get('reviews')
  @Cached({ dependencies: ['reviews', 'users', 'places'] })
  @Access('application', 'user')
  @Documented({
    id: 'listPlaceReviews',
    summary: 'Reviews of a place',
    description: 'The newest first.',
    response: reviewList,
    problems: ['place_not_found'],
    examples: { museum: '/v2/places/masp/reviews?rows=1' },
  })
  async reviews(
    @PathSegment('placeId') placeId: string,
    @Parameters(activityParameters.reviews) request: ActivityRequest,
    @ResourceLinks() links: Links,
  ) {
    return reviewView(await this.activity.reviews({ placeId }, request), request, links);
  }
}
