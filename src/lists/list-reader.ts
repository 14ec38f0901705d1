import { Injectable } from '@nestjs/common';
import { CacheVersions } from '../response-cache/dependencies.js';
import { VersionedCache } from '../response-cache/versioned-cache.js';
import { FairReads, ReadDatabase } from '../database/read-database.js';
import { type Caller, ownerOf } from '../http/request-context.js';
import { type Page, type PageRequest } from '../http/response.js';

interface SizedRow {
  /** The size of the list. `bigint` comes as text. */
  found: string;
}

interface PageRow extends SizedRow {
  /** Null if the page is empty. */
  listed_id: string | null;
}

interface AnchorRow extends SizedRow {
  /** Null, like `created`, if the list is shorter. */
  id: string | null;
  created: string | null;
}

/** An anchor near a page. Only `found`, if the list ends before the page. */
type NearAnchor = Pick<FoundAnchor, 'found'> & Partial<FoundAnchor>;

/** How many rows before a page its anchor stands, so that previous pages can use it too. Skipping them costs 0.05 ms. */
const anchorDistance = 500;

interface ListPage extends PageRequest {
  list: ListName;
  owner: string;
  signal: AbortSignal;
}

/**
 * Reads pages of lists. PostgreSQL reads all rows before a page. So for a page far down the list, the reader stores a row
 * shortly before the page as an anchor, and later pages continue from there until the table changes (ADR 5).
 */
@Injectable()
export class ListReader {
  private readonly anchors: VersionedCache<AnchoredList>;

  constructor(
    private readonly reads: ReadDatabase,
    private readonly fairReads: FairReads,
    private readonly versions: CacheVersions,
  ) {
    const sizeOf = ({ anchors }: AnchoredList): number => anchors.length;
    this.anchors = new VersionedCache(versions, { maxSize: maxAnchors, sizeOf });
  }

  /**
   * @param caller when it is gone, PostgreSQL stops reading: rows far down a long list take time
   * @returns undefined if the owner does not exist
   * @throws SemaphoreFullError after waiting for other lists for a second
   */
  read<Row extends object, Item>(
    query: ListQuery<Row, Item>,
    owner: string,
    request: PageRequest,
    caller: Caller,
  ): Promise<Page<Item> | undefined> {
    const { signal } = caller;
    const page = { ...request, list: query.list, owner, signal };
    return this.fairReads.run(() => this.readPage(query, page), { owner: ownerOf(caller), signal });
  }

  private async readPage<Row extends object, Item>(
    { statements, toItem }: ListQuery<Row, Item>,
    page: ListPage,
  ): Promise<Page<Item> | undefined> {
    const near = await this.findAnchor(page, statements.anchor);
    // The list has rows, so its owner exists; and it ends before the page.
    if (near?.anchor === undefined && near?.found) return { found: near.found, items: [] };
    const rows = await this.readRows<Row & PageRow>(page, statements.page, near);
    const [first] = rows;
    if (first === undefined) return undefined;
    return { found: Number(first.found), items: rows.filter(({ listed_id: id }) => id !== null).map(toItem) };
  }

  /** @returns the nearest anchor before a page, read now if none is near; undefined if the page needs none */
  private async findAnchor(page: ListPage, statement: KeysetStatement): Promise<NearAnchor | undefined> {
    const { list, owner, start } = page;
    if (start < 2 * anchorDistance) return undefined;
    // Taken before rows are read: a change in between makes the anchor one of the old version.
    const dependencies = [lists[list].table];
    const version = this.versions.of(dependencies);
    if (version === undefined) return undefined;
    const request = { key: `${list} ${owner}`, dependencies };
    const nearest = nearestAnchor(this.anchors.peek(request.key), start);
    // Reading on from an anchor would read the list to its end. From the start, the statement compares with the size first.
    if (nearest && start >= nearest.found) return undefined;
    if (start - (nearest?.anchor.offset ?? 0) < 2 * anchorDistance) return nearest;
    const offset = start - anchorDistance;
    const [row] = await this.readRows<AnchorRow>({ ...page, rows: 1, start: offset - 1 }, statement, nearest);
    if (row === undefined) return undefined;
    const found = Number(row.found);
    if (row.id === null || row.created === null) return { found };
    const anchor = { offset, id: row.id, created: row.created };
    const anchored = withAnchor(this.anchors.peek(request.key), anchor, found);
    this.anchors.set(request, anchored, { version, startedAt: anchored.since });
    return { anchor, found };
  }

  private async readRows<Row extends SizedRow>(
    { owner, rows: count, start, signal }: ListPage,
    { fromStart, fromAnchor }: KeysetStatement,
    near: NearAnchor | undefined,
  ): Promise<Row[]> {
    if (near?.anchor) {
      const { offset, id, created } = near.anchor;
      const rows = await this.reads.query<Row[]>(fromAnchor, [owner, count, start - offset, created, id], signal);
      const [first] = rows;
      // Another size means that the list has changed, and that the notification is still on its way.
      if (first === undefined || Number(first.found) === near.found) return rows;
    }
    return this.reads.query<Row[]>(fromStart, [owner, count, start], signal);
  }
}

/** The position of a row in a list. */
interface Anchor {
  /** The offset of a page that starts right after this row. */
  offset: number;
  id: string;
  /** As text of PostgreSQL: a JavaScript date has a smaller range. */
  created: string;
}

/** The anchors of a list, from which keyset pagination continues (ADR 5). */
interface AnchoredList {
  /** The size of the list. */
  found: number;
  /** When the first anchor was stored, by `performance.now()`. */
  since: number;
  /** By ascending offset. */
  anchors: readonly Anchor[];
}

interface FoundAnchor {
  anchor: Anchor;
  /** The size of the list when the anchor was stored. */
  found: number;
}

/** Each takes about 300 bytes. */
const maxAnchors = 5000;

/** @returns the last anchor whose offset is at most `start` */
function nearestAnchor(list: AnchoredList | undefined, start: number): FoundAnchor | undefined {
  const anchor = list?.anchors.findLast(({ offset }) => offset <= start);
  return list && anchor && { anchor, found: list.found };
}

/** Anchors of another size belong to another state of the list. */
function withAnchor(list: AnchoredList | undefined, anchor: Anchor, found: number): AnchoredList {
  if (list?.found !== found) return { found, since: performance.now(), anchors: [anchor] };
  const before = list.anchors.filter(({ offset }) => offset < anchor.offset);
  const after = list.anchors.filter(({ offset }) => offset > anchor.offset);
  return { ...list, anchors: [...before, anchor, ...after] };
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
