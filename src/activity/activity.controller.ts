import { Controller, Get } from '@nestjs/common';
import { Cached } from '../response-cache/dependencies.js';
import { Access, UserSegment } from '../auth/access.js';
import { Documented } from '../http/routes.js';
import { type Caller, RequestCaller } from '../http/request-context.js';
import { lang, ReaderLanguages } from '../http/language-parameter.js';
import { type ReaderLanguage } from '../http/reader-languages.js';
import { fields, pick } from '../http/field-selection.js';
import { ResourceLinks, Links } from '../http/links.js';
import { listView } from '../http/response.js';
import { paging, type ParameterValues, Parameters, PathSegment } from '../http/parameters.js';
import {
  type Checkin,
  checkinList,
  checkinSchema,
  presentCheckin,
  presentReview,
  type Reader,
  type Review,
  reviewList,
  reviewSchema,
} from './activity.js';
import { ActivityService, checkinLists, type Owner, reviewLists } from './activity.service.js';

const checkinParameters = { ...paging, fl: fields(checkinSchema), lang };
const reviewParameters = { ...paging, fl: fields(reviewSchema), lang };

type ListRequest = ParameterValues<typeof checkinParameters>;

/** What a list needs apart from its request. */
interface ForCaller extends Reader {
  caller: Caller;
}

@Controller('v2')
export class ActivityController {
  constructor(private readonly activity: ActivityService) {}

  @Get('users/:userId/places/checkins')
  @Cached({ dependencies: ['checkins', 'users', 'places'] })
  @Access('application', 'user')
  @Documented({
    id: 'listUserCheckins',
    me: 'listMyCheckins',
    summary: 'List check-ins of a user',
    description: 'Ordered by time, the newest first. Empty for others if check-ins are private in this directory.',
    response: checkinList,
    problems: ['user_not_found'],
    examples: { maria: '/v2/users/maria/places/checkins?rows=1' },
  })
  userCheckins(
    @UserSegment('userId') userId: string,
    @Parameters(checkinParameters) request: ListRequest,
    @RequestCaller() caller: Caller,
    @ResourceLinks() links: Links,
    @ReaderLanguages() languages: readonly ReaderLanguage[],
  ) {
    return this.checkins({ userId }, request, { caller, links, languages });
  }

  @Get('users/:userId/places/reviews')
  @Cached({ dependencies: ['reviews', 'users', 'places'] })
  @Access('application', 'user')
  @Documented({
    id: 'listUserReviews',
    me: 'listMyReviews',
    summary: 'List reviews of a user',
    description: 'Ordered by time, the newest first. Empty for others if reviews are private in this directory.',
    response: reviewList,
    problems: ['user_not_found'],
    examples: { maria: '/v2/users/maria/places/reviews?rows=1' },
  })
  userReviews(
    @UserSegment('userId') userId: string,
    @Parameters(reviewParameters) request: ListRequest,
    @RequestCaller() caller: Caller,
    @ResourceLinks() links: Links,
    @ReaderLanguages() languages: readonly ReaderLanguage[],
  ) {
    return this.reviews({ userId }, request, { caller, links, languages });
  }

  @Get('places/:placeId/checkins')
  @Cached({ dependencies: ['checkins', 'users', 'places'] })
  @Access('application', 'user')
  @Documented({
    id: 'listPlaceCheckins',
    summary: 'List check-ins at a place',
    description: 'Ordered by time, the newest first. Empty if check-ins are private in this directory.',
    response: checkinList,
    problems: ['place_not_found'],
    examples: { museum: '/v2/places/masp/checkins?rows=1' },
  })
  placeCheckins(
    @PathSegment('placeId') placeId: string,
    @Parameters(checkinParameters) request: ListRequest,
    @RequestCaller() caller: Caller,
    @ResourceLinks() links: Links,
    @ReaderLanguages() languages: readonly ReaderLanguage[],
  ) {
    return this.checkins({ placeId }, request, { caller, links, languages });
  }

  @Get('places/:placeId/reviews')
  @Cached({ dependencies: ['reviews', 'users', 'places'] })
  @Access('application', 'user')
  @Documented({
    id: 'listPlaceReviews',
    summary: 'List reviews of a place',
    description: 'Ordered by time, the newest first. Empty if reviews are private in this directory.',
    response: reviewList,
    problems: ['place_not_found'],
    examples: { museum: '/v2/places/masp/reviews?rows=1' },
  })
  placeReviews(
    @PathSegment('placeId') placeId: string,
    @Parameters(reviewParameters) request: ListRequest,
    @RequestCaller() caller: Caller,
    @ResourceLinks() links: Links,
    @ReaderLanguages() languages: readonly ReaderLanguage[],
  ) {
    return this.reviews({ placeId }, request, { caller, links, languages });
  }

  @Get('reviews/:reviewId')
  @Cached({ dependencies: ['reviews', 'users', 'places'] })
  @Access('application', 'user')
  @Documented({
    id: 'getReview',
    summary: 'Get a review',
    description:
      'What a user wrote about a place, with its rating. The lists of a user and of a place link to reviews. Only the author finds it if reviews are private in this directory.',
    response: { root: 'review', schema: reviewSchema },
    problems: ['review_not_found'],
    examples: { museum: '/v2/reviews/r001' },
  })
  async review(
    @PathSegment('reviewId') reviewId: string,
    @Parameters({ fl: reviewParameters.fl, lang }) { fl }: Pick<ListRequest, 'fl'>,
    @RequestCaller() caller: Caller,
    @ResourceLinks() links: Links,
    @ReaderLanguages() languages: readonly ReaderLanguage[],
  ) {
    return { review: pick(presentReview(await this.activity.review(reviewId, caller), { links, languages }), fl) };
  }

  private async checkins(owner: Owner, request: ListRequest, { caller, ...reader }: ForCaller) {
    const page = await this.activity.list<Checkin>(checkinLists, owner, request, caller);
    return listView(checkinList, request, page, (checkin) => pick(presentCheckin(checkin, reader), request.fl));
  }

  private async reviews(owner: Owner, request: ListRequest, { caller, ...reader }: ForCaller) {
    const page = await this.activity.list<Review>(reviewLists, owner, request, caller);
    return listView(reviewList, request, page, (review) => pick(presentReview(review, reader), request.fl));
  }
}
