import { type Page, type PageRequest } from '../http/paging.js';
import { type ReadDatabase } from './read.database.js';

/** The rows of a table that belong to one owner, the newest first, then by identifier in code point order. */
interface List {
  table: 'follows' | 'checkins' | 'reviews';
  /** The column that says whose list a row is in. */
  owner: string;
  /** The column that identifies a row in its list. */
  id: string;
  owners: 'users' | 'places';
}

/** All lists, by the name that their sizes have in `list_sizes` (ADR 60). An index serves the order of each. */
export const lists = {
  following: { table: 'follows', owner: 'follower_id', id: 'following_id', owners: 'users' },
  followers: { table: 'follows', owner: 'following_id', id: 'follower_id', owners: 'users' },
  user_checkins: { table: 'checkins', owner: 'user_id', id: 'id', owners: 'users' },
  place_checkins: { table: 'checkins', owner: 'place_id', id: 'id', owners: 'places' },
  user_reviews: { table: 'reviews', owner: 'user_id', id: 'id', owners: 'users' },
  place_reviews: { table: 'reviews', owner: 'place_id', id: 'id', owners: 'places' },
} as const satisfies Record<string, List>;

export type ListName = keyof typeof lists;

/** The statement of a page, and what becomes of its rows. */
export interface ListQuery<Row, Item> {
  statement: string;
  toItem: (row: Row) => Item;
}

interface Found {
  found: string;
  /** Absent where the page is empty. */
  listed: string | null;
}

/**
 * One statement that says whether the owner ($1) is there, how long its list is, and what stands in $2 rows from row $3.
 *
 * @param columns what is shown of a row; it may name `owner`, `page.id`, and what is joined
 * @param joins tables that are joined to `page.id`
 */
export function pageStatement(name: ListName, columns: string, joins: string): string {
  const { table, owner, id, owners } = lists[name];
  return `
    SELECT COALESCE((SELECT size FROM list_sizes WHERE list = '${name}' AND list_sizes.owner = $1), 0) AS found,
      page.id AS listed, ${columns}
    FROM ${owners} AS owner
    LEFT JOIN (
      SELECT ${id} AS id, created FROM ${table} WHERE ${owner} = $1 ORDER BY created DESC, ${id} LIMIT $2 OFFSET $3
    ) AS page ON true
    ${joins}
    WHERE owner.id = $1
    ORDER BY page.created DESC, page.id`;
}

/** @returns undefined when there is no such owner */
export async function readPage<Row extends object, Item>(
  reads: ReadDatabase,
  { statement, toItem }: ListQuery<Row, Item>,
  owner: string,
  { rows: take, start }: PageRequest,
): Promise<Page<Item> | undefined> {
  const rows = await reads.rows<Row & Found>(statement, [owner, take, start]);
  const [first] = rows;
  if (first === undefined) return undefined;
  return { found: Number(first.found), items: rows.filter(({ listed }) => listed !== null).map(toItem) };
}
