import { fields, pick } from '../http/request/fields-parameter.js';
import { type Links } from '../http/response/links.js';
import { listView } from '../http/response/list-view.js';
import { type Page } from '../http/request/paging.js';
import { paging, type ParameterValues } from '../http/request/parameter.js';
import { type Checkin, type Review } from './activity.js';
import { checkinFields, presentCheckin, presentReview, reviewFields } from './activity-presenter.js';
import { checkinList, reviewList } from './activity-schema.js';

export const activityParameters = {
  checkins: { ...paging, fl: fields(checkinFields) },
  reviews: { ...paging, fl: fields(reviewFields) },
};

export type ActivityRequest = ParameterValues<typeof activityParameters.checkins>;

export function checkinView(page: Page<Checkin>, request: ActivityRequest, links: Links) {
  return listView(checkinList, request, page, (checkin) => pick(presentCheckin(checkin, links), request.fl));
}

export function reviewView(page: Page<Review>, request: ActivityRequest, links: Links) {
  return listView(reviewList, request, page, (review) => pick(presentReview(review, links), request.fl));
}
