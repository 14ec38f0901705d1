import { Injectable } from '@nestjs/common';
import { ReadDatabase } from '../database/read-database.js';
import { type Caller } from '../http/request-context.js';
import { type Page, type PageRequest } from '../http/response.js';
import { ProblemError, quoted } from '../http/problems.js';
import { type ListQuery, type ListName, lists, listStatement, ListReader } from '../lists/list-reader.js';
import { placeNotFound } from '../places/places.service.js';
import { privatePage, UserPrivacy, userNotFound } from '../users/users.service.js';
import { type PlaceName } from '../places/place.js';
import { type Checkin, type Review } from './activity.js';
import { authorColumns, type AuthorRow, toAuthor } from '../users/user.js';

/** The owner of a list of check-ins or reviews. */
export type Owner = { userId: string } | { placeId: string };

/** The lists of one kind of activity. */
interface ActivityLists<Row, Item> {
  kind: 'checkins' | 'reviews';
  ofUser: ListQuery<Row, Item>;
  ofPlace: ListQuery<Row, Item>;
}

@Injectable()
export class ActivityService {
  constructor(
    private readonly reads: ReadDatabase,
    private readonly lists: ListReader,
    private readonly privacy: UserPrivacy,
  ) {}

  /** The check-ins or reviews of a user or a place, the newest first. @throws ProblemError `user_not_found` or `place_not_found` */
  async list<Row extends object, Item extends Checkin>(
    { kind, ofUser, ofPlace }: ActivityLists<Row, Item>,
    owner: Owner,
    request: PageRequest,
    caller: Caller,
  ): Promise<Page<Item>> {
    const isUser = 'userId' in owner;
    const id = isUser ? owner.userId : owner.placeId;
    const page = await this.lists.read(isUser ? ofUser : ofPlace, id, request, caller);
    if (page === undefined) throw isUser ? userNotFound(id) : placeNotFound(id);
    // A private list of a place is empty for everybody. Users find their own entries in their own lists.
    if (this.privacy.hides(kind, caller, ...(isUser ? [id] : []))) return privatePage;
    return {
      ...page,
      items: page.items.map((item) => ({ ...item, author: this.privacy.author(item.author, caller) })),
    };
  }

  /** @throws ProblemError `review_not_found`, also if the caller may not read it */
  async review(id: string, caller: Caller): Promise<Review> {
    const [row] = await this.reads.query<ReviewRow[]>(reviewById, [id]);
    if (!row || this.privacy.hides('reviews', caller, row.author_id))
      throw new ProblemError('review_not_found', `There is no review ${quoted(id)}.`);
    const review = toReview(row);
    return { ...review, author: this.privacy.author(review.author, caller) };
  }
}

interface CheckinRow extends AuthorRow {
  id: string;
  source: string | null;
  created: Date;
  place_id: string;
  place_name: string;
  place_names: PlaceName[] | null;
  place_country: string | null;
}

interface ReviewRow extends CheckinRow {
  text: string | null;
  /** `numeric` comes as text. Responses show the same text. */
  rating: string | null;
  thumbs_up: number | null;
}

const checkinColumns = ['id', 'source', 'created'];

const reviewColumns = [...checkinColumns, 'text', 'rating', 'thumbs_up'];

export const checkinLists: ActivityLists<CheckinRow, Checkin> = {
  kind: 'checkins',
  ofUser: listQuery('user_checkins', checkinColumns, toCheckin),
  ofPlace: listQuery('place_checkins', checkinColumns, toCheckin),
};

export const reviewLists: ActivityLists<ReviewRow, Review> = {
  kind: 'reviews',
  ofUser: listQuery('user_reviews', reviewColumns, toReview),
  ofPlace: listQuery('place_reviews', reviewColumns, toReview),
};

const reviewById = `
  SELECT ${columns(reviewColumns, 'author', 'place')}
  FROM reviews AS activity
  JOIN users AS author ON author.id = activity.user_id
  JOIN places AS place ON place.id = activity.place_id
  WHERE activity.id = $1`;

function toReview(row: ReviewRow): Review {
  return {
    ...toCheckin(row),
    ...(row.text !== null && { text: row.text }),
    ...(row.rating !== null && { rating: row.rating }),
    ...(row.thumbs_up !== null && { thumbsUp: row.thumbs_up }),
  };
}

function toCheckin(row: CheckinRow): Checkin {
  const { id, source, created } = row;
  const place = {
    ...{ id: row.place_id, name: row.place_name, names: row.place_names ?? [] },
    address: { country: row.place_country ?? undefined },
  };
  return { id, ...(source !== null && { source }), author: toAuthor(row), created, place };
}

/** The statement of a list. Its owner, the author or the place of all items, needs no join. */
function listQuery<Row, Item>(
  list: ListName,
  activityColumns: readonly string[],
  toItem: (row: Row) => Item,
): ListQuery<Row, Item> {
  const { table, owners } = lists[list];
  const activity = `LEFT JOIN ${table} AS activity ON activity.id = page.id`;
  const statement =
    owners === 'users'
      ? listStatement(
          list,
          columns(activityColumns, 'owner', 'place'),
          `${activity} LEFT JOIN places AS place ON place.id = activity.place_id`,
        )
      : listStatement(
          list,
          columns(activityColumns, 'author', 'owner'),
          `${activity} LEFT JOIN users AS author ON author.id = activity.user_id`,
        );
  return { statement, toItem };
}

function columns(activityColumns: readonly string[], author: string, place: string): string {
  return [
    ...activityColumns.map((column) => `activity.${column}`),
    authorColumns(author),
    ...['id', 'name', 'names', 'country'].map((column) => `${place}.${column} AS place_${column}`),
  ].join(', ');
}
