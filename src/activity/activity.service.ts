import { Injectable } from '@nestjs/common';
import { ReadDatabase } from '../database/read-database.js';
import { type Caller } from '../http/request-context.js';
import { type Page, type PageRequest } from '../http/response.js';
import { ProblemError, quoted } from '../http/problems.js';
import { type ListName, lists, listStatement, ListReader } from '../lists/list-reader.js';
import { placeNotFound } from '../places/places.service.js';
import { privatePage, UserPrivacy, userNotFound } from '../users/users.service.js';
import { type Checkin, type Review } from './activity.js';
import { authorJson } from '../users/user.js';

/** The owner of a list of check-ins or reviews. */
export type Owner = { userId: string } | { placeId: string };

/** The statements of the lists of one kind of activity. */
interface ActivityLists {
  kind: 'checkins' | 'reviews';
  ofUser: string;
  ofPlace: string;
}

@Injectable()
export class ActivityService {
  constructor(
    private readonly reads: ReadDatabase,
    private readonly lists: ListReader,
    private readonly privacy: UserPrivacy,
  ) {}

  /** The check-ins or reviews of a user or a place, the newest first. @throws ProblemError `user_not_found` or `place_not_found` */
  async list<Item extends Checkin>(
    { kind, ofUser, ofPlace }: ActivityLists,
    owner: Owner,
    request: PageRequest,
    caller: Caller,
  ): Promise<Page<Item>> {
    const isUser = 'userId' in owner;
    const id = isUser ? owner.userId : owner.placeId;
    const page = await this.lists.read<Item>(isUser ? ofUser : ofPlace, id, request, caller);
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
    const [row] = await this.reads.query<{ review: Review }[]>(reviewById, [id]);
    if (!row || this.privacy.hides('reviews', caller, row.review.author.id))
      throw new ProblemError('review_not_found', `There is no review ${quoted(id)}.`);
    return { ...row.review, author: this.privacy.author(row.review.author, caller) };
  }
}

/** The members of a `Checkin`, but for its author and its place, for `json_build_object`. */
const checkinMembers = `'id', activity.id, 'source', activity.source,
  'created', (1000 * extract(epoch FROM activity.created))::bigint`;

/** The same of a `Review`. A rating is shown with the digits that it is stored with. */
const reviewMembers = `${checkinMembers}, 'text', activity.text, 'rating', activity.rating::text, 'thumbsUp', activity.thumbs_up`;

export const checkinLists: ActivityLists = {
  kind: 'checkins',
  ofUser: statementOf('user_checkins', checkinMembers),
  ofPlace: statementOf('place_checkins', checkinMembers),
};

export const reviewLists: ActivityLists = {
  kind: 'reviews',
  ofUser: statementOf('user_reviews', reviewMembers),
  ofPlace: statementOf('place_reviews', reviewMembers),
};

const reviewById = `
  SELECT ${json(reviewMembers, 'author', 'place')} AS review
  FROM reviews AS activity
  JOIN users AS author ON author.id = activity.user_id
  JOIN places AS place ON place.id = activity.place_id
  WHERE activity.id = $1`;

/** The statement of a list. Its owner, the author or the place of all items, needs no join. */
function statementOf(list: ListName, members: string): string {
  const { table, owners } = lists[list];
  const [author, place] = owners === 'users' ? ['owner', 'place'] : ['author', 'owner'];
  const other =
    owners === 'users'
      ? 'places AS place ON place.id = activity.place_id'
      : 'users AS author ON author.id = activity.user_id';
  const joins = `LEFT JOIN ${table} AS activity ON activity.id = page.id LEFT JOIN ${other}`;
  return listStatement(list, json(members, author, place), joins);
}

/** A check-in or review as JSON. @param author the alias of `users` @param place the alias of `places` */
function json(members: string, author: string, place: string): string {
  return `json_strip_nulls(json_build_object(${members}, 'author', ${authorJson(author)},
    'place', json_build_object('id', ${place}.id, 'name', ${place}.name, 'names', ${place}.names,
      'address', json_build_object('country', ${place}.country))))`;
}
