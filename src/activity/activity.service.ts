import { Injectable } from '@nestjs/common';
import { type EntityTarget, type FindOptionsOrder, type FindOptionsWhere } from 'typeorm';
import { ReadDatabase } from '../database/read.database.js';
import { type Page, type PageRequest } from '../http/paging.js';
import { ProblemError, quoted } from '../http/problems.js';
import { PlacesService } from '../places/places.service.js';
import { UsersService } from '../users/users.service.js';
import { type Checkin, type Review } from './activity.js';
import { CheckinEntity } from './checkin.entity.js';
import { ReviewEntity } from './review.entity.js';

/** Whose activity is listed: a user's, or what happened at a place. */
export type Owner = { userId: string } | { placeId: string };

/** Check-ins and reviews: written by users, about places. */
@Injectable()
export class ActivityService {
  constructor(
    private readonly reads: ReadDatabase,
    private readonly users: UsersService,
    private readonly places: PlacesService,
  ) {}

  /** Newest first, then by id. @throws ProblemError `user_not_found` or `place_not_found` */
  async checkins(owner: Owner, request: PageRequest): Promise<Page<Checkin>> {
    const { found, items } = await this.page(CheckinEntity, owner, request);
    return { found, items: await this.complete(items) };
  }

  /** Newest first, then by id. @throws ProblemError `user_not_found` or `place_not_found` */
  async reviews(owner: Owner, request: PageRequest): Promise<Page<Review>> {
    const { found, items } = await this.page(ReviewEntity, owner, request);
    return { found, items: await this.completeReviews(items) };
  }

  /** @throws ProblemError `review_not_found` */
  async review(id: string): Promise<Review> {
    const row = await this.reads.from(ReviewEntity, (reviews) => reviews.findOneBy({ id }));
    const [review] = row ? await this.completeReviews([row]) : [];
    if (!review) throw new ProblemError('review_not_found', `There is no review ${quoted(id)}.`);
    return review;
  }

  private async page<T extends CheckinEntity | ReviewEntity>(
    entity: EntityTarget<T>,
    owner: Owner,
    { rows: take, start: skip }: PageRequest,
  ): Promise<Page<T>> {
    // Both entities have these columns; TypeORM's types cannot see that through the type parameter.
    const where = owner as FindOptionsWhere<T>;
    const order = { created: 'DESC', id: 'ASC' } as FindOptionsOrder<T>;
    const exists = 'userId' in owner ? this.users.mustExist(owner.userId) : this.places.mustExist(owner.placeId);
    const [, [items, found]] = await Promise.all([
      exists,
      this.reads.from(entity, (rows) => rows.findAndCount({ where, order, skip, take })),
    ]);
    return { found, items };
  }

  private async completeReviews(rows: ReviewEntity[]): Promise<Review[]> {
    const byId = new Map(rows.map((row) => [row.id, row]));
    return (await this.complete(rows)).map((checkin) => {
      const { text = null, rating = null, thumbsUp = null } = byId.get(checkin.id) ?? {};
      return {
        ...checkin,
        ...(text !== null && { text }),
        ...(rating !== null && { rating }),
        ...(thumbsUp !== null && { thumbsUp }),
      };
    });
  }

  /** Adds authors and places. A row whose author or place is deleted at this moment is left out. */
  private async complete(rows: (CheckinEntity | ReviewEntity)[]): Promise<Checkin[]> {
    const [users, places] = await Promise.all([
      this.users.byId(rows.map((row) => row.userId)),
      this.places.namesById(rows.map((row) => row.placeId)),
    ]);
    return rows.flatMap(({ id, userId, placeId, source, created }) => {
      const author = users.get(userId);
      const name = places.get(placeId);
      if (!author || name === undefined) return [];
      return [{ id, ...(source !== null && { source }), author, created, place: { id: placeId, name } }];
    });
  }
}
