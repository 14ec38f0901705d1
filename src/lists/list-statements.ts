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

/** How the pages of a list are read, and what becomes of their rows. */
export interface ListQuery<Row, Item> {
  list: ListName;
  statements: PageStatements;
  toItem: (row: Row) => Item;
}

/** Where a page is read from: the beginning of its list, or a row that is known. */
export interface From {
  fromStart: string;
  /** Of what comes after the row that was created at $4 and has the identifier $5. */
  onward: string;
}

/** The parameters are the owner, how many rows, and how many are skipped before them. */
interface PageStatements {
  page: From;
  /** Only where the rows stand: how long the list is, their identifier and when they were created. */
  marks: From;
}

/**
 * One statement that says whether the owner is there, how long its list is, and what stands in a page of it.
 *
 * @param columns what is shown of a row; it may name `owner`, `page.id`, and what is joined
 * @param joins tables that are joined to `page.id`
 */
export function pageStatements(list: ListName, columns: string, joins: string): PageStatements {
  const { table, owner, id, owners } = lists[list];
  const size = `COALESCE((SELECT size FROM list_sizes WHERE list = '${list}' AND list_sizes.owner = $1), 0)`;
  const rows = `SELECT ${id} AS id, created FROM ${table} WHERE ${owner} = $1`;
  const fromStart = `${rows} ORDER BY created DESC, ${id} LIMIT $2 OFFSET $3`;
  // Two ranges of the index. One condition for both would read all rows of that time, which can be most of an import.
  const onward = `
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
  const mark = (read: string): string => `
    SELECT ${size} AS found, page.id, page.created::text AS created
    FROM (SELECT) AS one
    LEFT JOIN (${read}) AS page ON true`;
  return {
    page: { fromStart: page(fromStart), onward: page(onward) },
    marks: { fromStart: mark(fromStart), onward: mark(onward) },
  };
}
