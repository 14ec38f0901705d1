import { Injectable } from '@nestjs/common';
import { ReadDatabase } from '../database/read-database.js';
import { type Caller } from '../http/request/caller-decorator.js';
import { type Page, type PageRequest } from '../http/request/paging.js';
import { ProblemError, quoted } from '../http/problems/problems.js';
import { type ListQuery } from '../lists/list-statements.js';
import { ListReader } from '../lists/list-reader.js';
import { placeNotFound } from '../places/places.service.js';
import { userNotFound } from '../users/users.service.js';
import { type Checkin, type Review } from './activity.js';
import { checkinQueries, reviewQueries, type ReviewRow, reviewById, toReview } from './activity-rows.js';

/** The owner of a list of check-ins or reviews. */
export type Owner = { userId: string } | { placeId: string };

@Injectable()
export class ActivityService {
  constructor(
    private readonly reads: ReadDatabase,
    private readonly lists: ListReader,
  ) {}

  /** The newest first. @throws ProblemError `user_not_found` or `place_not_found` */
  checkins(owner: Owner, request: PageRequest, caller: Caller): Promise<Page<Checkin>> {
    return this.page(checkinQueries, owner, request, caller);
  }

  /** The newest first. @throws ProblemError `user_not_found` or `place_not_found` */
  reviews(owner: Owner, request: PageRequest, caller: Caller): Promise<Page<Review>> {
    return this.page(reviewQueries, owner, request, caller);
  }

  /** @throws ProblemError `review_not_found` */
  async review(id: string): Promise<Review> {
    const [row] = await this.reads.query<ReviewRow[]>(reviewById, [id]);
    if (!row) throw new ProblemError('review_not_found', `There is no review ${quoted(id)}.`);
    return toReview(row);
  }

  private async page<Row extends object, Item>(
    queries: Readonly<Record<'user' | 'place', ListQuery<Row, Item>>>,
    owner: Owner,
    request: PageRequest,
    caller: Caller,
  ): Promise<Page<Item>> {
    const isUser = 'userId' in owner;
    const id = isUser ? owner.userId : owner.placeId;
    const page = await this.lists.read(isUser ? queries.user : queries.place, id, request, caller);
    if (page === undefined) throw isUser ? userNotFound(id) : placeNotFound(id);
    return page;
  }
}
