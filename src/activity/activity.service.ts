import { Injectable } from '@nestjs/common';
import { ReadDatabase } from '../database/read-database.js';
import { type Page, type PageRequest } from '../http/request/paging.js';
import { ProblemError, quoted } from '../http/problems/problems.js';
import { type ListQuery } from '../lists/list-statements.js';
import { ListReader } from '../lists/list-reader.js';
import { placeNotFound } from '../places/places.service.js';
import { userNotFound } from '../users/users.service.js';
import { type Checkin, type Review } from './activity.js';
import { checkinPages, reviewPages, type ReviewRow, reviewStatement, toReview } from './activity-rows.js';

/** Whose activity is listed: a user's, or what happened at a place. */
export type Owner = { userId: string } | { placeId: string };

/** Check-ins and reviews: written by users, about places. */
@Injectable()
export class ActivityService {
  constructor(
    private readonly reads: ReadDatabase,
    private readonly lists: ListReader,
  ) {}

  /** Newest first, then by id. @throws ProblemError `user_not_found` or `place_not_found` */
  checkins(owner: Owner, request: PageRequest): Promise<Page<Checkin>> {
    return this.page(checkinPages, owner, request);
  }

  /** Newest first, then by id. @throws ProblemError `user_not_found` or `place_not_found` */
  reviews(owner: Owner, request: PageRequest): Promise<Page<Review>> {
    return this.page(reviewPages, owner, request);
  }

  /** @throws ProblemError `review_not_found` */
  async review(id: string): Promise<Review> {
    const [row] = await this.reads.query<ReviewRow[]>(reviewStatement, [id]);
    if (!row) throw new ProblemError('review_not_found', `There is no review ${quoted(id)}.`);
    return toReview(row);
  }

  private async page<Row extends object, Item>(
    pages: Readonly<Record<'user' | 'place', ListQuery<Row, Item>>>,
    owner: Owner,
    request: PageRequest,
  ): Promise<Page<Item>> {
    const isUser = 'userId' in owner;
    const id = isUser ? owner.userId : owner.placeId;
    const page = await this.lists.read(isUser ? pages.user : pages.place, id, request);
    if (page === undefined) throw isUser ? userNotFound(id) : placeNotFound(id);
    return page;
  }
}
