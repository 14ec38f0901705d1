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

/** How `ListReader` reads a list. */
export interface ListQuery<Row, Item> {
  list: ListName;
  statements: ListStatements;
  toItem: (row: Row) => Item;
}

/** Two forms of a statement. Parameters: $1 the owner, $2 the number of rows, $3 the number of rows to skip. */
export interface KeysetStatement {
  fromStart: string;
  /** Counts from the anchor: the row with the time of creation $4 and the identifier $5. */
  fromAnchor: string;
}

interface ListStatements {
  page: KeysetStatement;
  /** Reads a row as an anchor: its identifier, its time of creation, and the size of the list. */
  anchor: KeysetStatement;
}

/** Pages that skip fewer rows cost little, and show rows even if the stored size is too small. */
const checkedFrom = 1000;

/**
 * The statements of a list. The one for a page returns no row if the owner does not exist, and a row without `listed_id` if
 * the page is empty. `found` is the size of the list.
 *
 * @param columns the columns of an item; they may refer to `owner`, `page.id` and the joined tables
 * @param joins tables joined to `page.id`
 */
export function listStatements(list: ListName, columns: string, joins: string): ListStatements {
  const { table, owner, id, owners } = lists[list];
  const size = `COALESCE((SELECT size FROM list_sizes WHERE list = '${list}' AND list_sizes.owner = $1), 0)`;
  const rows = `SELECT ${id} AS id, created FROM ${table} WHERE ${owner} = $1`;
  // PostgreSQL checks the size once. Without it, a page beyond the end would read the whole list.
  const fromStart = `${rows} AND ($3::bigint < ${checkedFrom} OR $3::bigint < ${size}) ORDER BY created DESC, ${id} LIMIT $2 OFFSET $3`;
  // Two ranges of the index. A single condition would read all rows of the anchor's time, which may be most of an import.
  const fromAnchor = `
    (${rows} AND created = $4::timestamptz AND ${id} > $5 ORDER BY ${id} LIMIT $2::bigint + $3::bigint)
    UNION ALL
    (${rows} AND created < $4::timestamptz ORDER BY created DESC, ${id} LIMIT $2::bigint + $3::bigint)
    ORDER BY created DESC, id LIMIT $2 OFFSET $3`;
  const page = (read: string): string => `
    SELECT ${size} AS found, page.id AS listed_id, ${columns}
    FROM ${owners} AS owner
    LEFT JOIN (${read}) AS page ON true
    ${joins}
    WHERE owner.id = $1
    ORDER BY page.created DESC, page.id`;
  const anchor = (read: string): string => `
    SELECT ${size} AS found, page.id, page.created::text AS created
    FROM (SELECT) AS one
    LEFT JOIN (${read}) AS page ON true`;
  return {
    page: { fromStart: page(fromStart), fromAnchor: page(fromAnchor) },
    anchor: { fromStart: anchor(fromStart), fromAnchor: anchor(fromAnchor) },
  };
}
