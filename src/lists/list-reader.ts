import { Injectable } from '@nestjs/common';
import { FairReads, ReadDatabase } from '../database/read-database.js';
import { type Caller, ownerOf } from '../http/request-context.js';
import { type Page, type PageRequest } from '../http/response.js';

interface PageRow<Item> {
  /** The size of the list. `bigint` comes as text. */
  found: string;
  /** Null if the page is empty. */
  listed_id: string | null;
  item: Item;
}

/** Reads pages of lists. PostgreSQL reads all rows before a page, so clients share the connections for it. */
@Injectable()
export class ListReader {
  constructor(
    private readonly reads: ReadDatabase,
    private readonly fairReads: FairReads,
  ) {}

  /**
   * @param statement see `listStatement`
   * @param caller when it is gone, PostgreSQL stops reading: rows far down a long list take time
   * @returns undefined if the owner does not exist
   * @throws SemaphoreFullError after waiting for other lists for a second
   */
  async read<Item>(
    statement: string,
    owner: string,
    { rows: count, start }: PageRequest,
    caller: Caller,
  ): Promise<Page<Item> | undefined> {
    const { signal } = caller;
    const read = () => this.reads.query<PageRow<Item>[]>(statement, [owner, count, start], signal);
    const rows = await this.fairReads.run(read, { owner: ownerOf(caller), signal });
    const [first] = rows;
    if (first === undefined) return undefined;
    const listed = rows.filter(({ listed_id: id }) => id !== null);
    return { found: Number(first.found), items: listed.map(({ item }) => item) };
  }
}

/** The rows of a table that belong to one owner. The newest come first, then by identifier in code point order. */
interface List {
  table: 'follows' | 'checkins' | 'reviews';
  /** The column that names the owner of the list. */
  owner: string;
  /** The column that identifies a row within its list. */
  id: string;
  owners: 'users' | 'places';
}

/** All lists, by their name in `list_sizes` (ADR 5). An index on the table has the order of each list. */
export const lists = {
  following: { table: 'follows', owner: 'follower_id', id: 'following_id', owners: 'users' },
  followers: { table: 'follows', owner: 'following_id', id: 'follower_id', owners: 'users' },
  user_checkins: { table: 'checkins', owner: 'user_id', id: 'id', owners: 'users' },
  place_checkins: { table: 'checkins', owner: 'place_id', id: 'id', owners: 'places' },
  user_reviews: { table: 'reviews', owner: 'user_id', id: 'id', owners: 'users' },
  place_reviews: { table: 'reviews', owner: 'place_id', id: 'id', owners: 'places' },
} as const satisfies Record<string, List>;

export type ListName = keyof typeof lists;

/** Pages that skip fewer rows cost little, and show rows even if the stored size is too small. */
const checkedFrom = 1000;

/**
 * The statement for a page of a list: $1 the owner, $2 the number of rows, $3 the number of rows to skip. It returns no row if the owner
 * does not exist, and a row without `listed_id` if the page is empty. `found` is the size of the list.
 *
 * @param item an item as JSON; it may refer to `owner`, `page.id` and the joined tables
 * @param joins tables joined to `page.id`
 */
export function listStatement(list: ListName, item: string, joins: string): string {
  const { table, owner, id, owners } = lists[list];
  const size = `COALESCE((SELECT size FROM list_sizes WHERE list = '${list}' AND list_sizes.owner = $1), 0)`;
  // PostgreSQL checks the size once. Without it, a page beyond the end would read the whole list.
  return `
    SELECT ${size} AS found, page.id AS listed_id, ${item} AS item
    FROM ${owners} AS owner
    LEFT JOIN (
      SELECT ${id} AS id, created FROM ${table}
      WHERE ${owner} = $1 AND ($3::bigint < ${checkedFrom} OR $3::bigint < ${size})
      ORDER BY created DESC, ${id} LIMIT $2 OFFSET $3
    ) AS page ON true
    ${joins}
    WHERE owner.id = $1
    ORDER BY page.created DESC, page.id`;
}
