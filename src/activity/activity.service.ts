import { Injectable } from '@nestjs/common';
import { ReadDatabase } from '../database/read-database.js';
import { type Caller } from '../http/request/caller-decorator.js';
import { type Page, type PageRequest } from '../http/request/paging.js';
import { ProblemError, quoted } from '../http/problems/problems.js';
import { type ListQuery } from '../lists/list-statements.js';
import { ListReader } from '../lists/list-reader.js';
import { placeNotFound } from '../places/places.service.js';
import { privatePage, UserPrivacy } from '../users/user-privacy.js';
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
    private readonly privacy: UserPrivacy,
  ) {}

  /** The newest first. @throws ProblemError `user_not_found` or `place_not_found` */
  checkins(owner: Owner, request: PageRequest, caller: Caller): Promise<Page<Checkin>> {
    return this.page('checkins', checkinQueries, owner, { request, caller });
  }

  /** The newest first. @throws ProblemError `user_not_found` or `place_not_found` */
  reviews(owner: Owner, request: PageRequest, caller: Caller): Promise<Page<Review>> {
    return this.page('reviews', reviewQueries, owner, { request, caller });
  }

  /** @throws ProblemError `review_not_found`, also if the caller may not read it */
  async review(id: string, caller: Caller): Promise<Review> {
    const [row] = await this.reads.query<ReviewRow[]>(reviewById, [id]);
    if (!row || this.privacy.hides('reviews', caller, row.author_id))
      throw new ProblemError('review_not_found', `There is no review ${quoted(id)}.`);
    const review = toReview(row);
    return { ...review, author: this.privacy.author(review.author, caller) };
  }

  private async page<Row extends object, Item extends Checkin>(
    kind: 'checkins' | 'reviews',
    queries: Readonly<Record<'user' | 'place', ListQuery<Row, Item>>>,
    owner: Owner,
    { request, caller }: { request: PageRequest; caller: Caller },
  ): Promise<Page<Item>> {
    const isUser = 'userId' in owner;
    const id = isUser ? owner.userId : owner.placeId;
    const page = await this.lists.read(isUser ? queries.user : queries.place, id, request, caller);
    if (page === undefined) throw isUser ? userNotFound(id) : placeNotFound(id);
    // At a place, nobody sees a list: users find their own entries in their own lists.
    if (this.privacy.hides(kind, caller, ...(isUser ? [id] : []))) return privatePage;
    return {
      ...page,
      items: page.items.map((item) => ({ ...item, author: this.privacy.author(item.author, caller) })),
    };
  }
}
