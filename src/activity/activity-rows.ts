import { type ListName, lists, type ListQuery, listStatements } from '../lists/list-statements.js';
import { authorColumns, type AuthorRow, toAuthor } from '../users/user-rows.js';
import { type Checkin, type Review } from './activity.js';

export interface CheckinRow extends AuthorRow {
  id: string;
  source: string | null;
  created: Date;
  place_id: string;
  place_name: string;
}

export interface ReviewRow extends CheckinRow {
  text: string | null;
  /** `numeric` comes as text. Responses show the same text. */
  rating: string | null;
  thumbs_up: number | null;
}

const checkinColumns = ['id', 'source', 'created'];
const reviewColumns = [...checkinColumns, 'text', 'rating', 'thumbs_up'];

export const checkinQueries = {
  user: listQuery('user_checkins', checkinColumns, toCheckin),
  place: listQuery('place_checkins', checkinColumns, toCheckin),
};

export const reviewQueries = {
  user: listQuery('user_reviews', reviewColumns, toReview),
  place: listQuery('place_reviews', reviewColumns, toReview),
};

export const reviewById = `
  SELECT ${columns(reviewColumns, 'author', 'place')}
  FROM reviews AS activity
  JOIN users AS author ON author.id = activity.user_id
  JOIN places AS place ON place.id = activity.place_id
  WHERE activity.id = $1`;

export function toReview(row: ReviewRow): Review {
  return {
    ...toCheckin(row),
    ...(row.text !== null && { text: row.text }),
    ...(row.rating !== null && { rating: row.rating }),
    ...(row.thumbs_up !== null && { thumbsUp: row.thumbs_up }),
  };
}

function toCheckin(row: CheckinRow): Checkin {
  const { id, source, created, place_id, place_name } = row;
  const place = { id: place_id, name: place_name };
  return { id, ...(source !== null && { source }), author: toAuthor(row), created, place };
}

/** The owner of a list is the author (or the place) of its items, and needs no join. */
function listQuery<Row, Item>(
  list: ListName,
  activityColumns: readonly string[],
  toItem: (row: Row) => Item,
): ListQuery<Row, Item> {
  const { table, owners } = lists[list];
  const activity = `LEFT JOIN ${table} AS activity ON activity.id = page.id`;
  const statements =
    owners === 'users'
      ? listStatements(
          list,
          columns(activityColumns, 'owner', 'place'),
          `${activity} LEFT JOIN places AS place ON place.id = activity.place_id`,
        )
      : listStatements(
          list,
          columns(activityColumns, 'author', 'owner'),
          `${activity} LEFT JOIN users AS author ON author.id = activity.user_id`,
        );
  return { list, statements, toItem };
}

function columns(activityColumns: readonly string[], author: string, place: string): string {
  return [
    ...activityColumns.map((column) => `activity.${column}`),
    authorColumns(author),
    `${place}.id AS place_id`,
    `${place}.name AS place_name`,
  ].join(', ');
}
