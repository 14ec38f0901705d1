import { Controller, Get } from '@nestjs/common';
import { Cached } from '../response-cache/cached-decorator.js';
import { Access } from '../auth/access/access-decorator.js';
import { Documented } from '../http/routes/documented-decorator.js';
import { fields, pick } from '../http/request/fields-parameter.js';
import { ResourceLinks } from '../http/response/links-decorator.js';
import { Links } from '../http/response/links.js';
import { type ParameterValues } from '../http/request/parameter.js';
import { Parameters } from '../http/request/parameters-decorator.js';
import { PathSegment } from '../http/request/path-segment.js';
import { presentReview, reviewFields } from './activity-presenter.js';
import { reviewSchema } from './activity-schema.js';
import { ActivityService } from './activity.service.js';

const reviewParameters = { fl: fields(reviewFields) };

@Controller('v2/reviews')
export class ReviewsController {
  constructor(private readonly activity: ActivityService) {}

  @Get(':reviewId')
  @Cached({ dependencies: ['reviews', 'users', 'places'] })
  @Access('application', 'user')
  @Documented({
    id: 'getReview',
    summary: 'A review',
    description:
      'What a user wrote about a place, with its rating. The lists of a user and of a place link to reviews.',
    response: { root: 'review', schema: reviewSchema },
    problems: ['review_not_found'],
    examples: { museum: '/v2/reviews/r001' },
  })
  async review(
    @PathSegment('reviewId') reviewId: string,
    @Parameters(reviewParameters) { fl }: ParameterValues<typeof reviewParameters>,
    @ResourceLinks() links: Links,
  ) {
    return { review: pick(presentReview(await this.activity.review(reviewId), links), fl) };
  }
}
