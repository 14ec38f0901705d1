import { Injectable } from '@nestjs/common';
import { CacheVersions } from '../response-cache/cache-versions.js';
import { ReadDatabase } from '../database/read-database.js';
import { type Page, type PageRequest } from '../http/request/paging.js';
import { type From, lists, type ListName, type ListQuery } from './list-statements.js';
import { type KnownAnchor, KeysetAnchors } from './keyset-anchors.js';

interface Found {
  found: string;
}

interface Listed extends Found {
  /** Absent where the page is empty. */
  listed_id: string | null;
}

interface Marked extends Found {
  /** Absent, as what follows, where the list is shorter. */
  id: string | null;
  created: string | null;
}

type Nearest = Omit<KnownAnchor, 'mark'> & Partial<KnownAnchor>;

/** How far before a page a row is marked, so that the pages before it find one as well; skipping so many takes no time. */
const ahead = 500;

/** What is to be read of which list. */
interface Stretch extends PageRequest {
  list: ListName;
  owner: string;
}

/**
 * Reads pages of lists. PostgreSQL comes to a page by reading all that stands before it, so where that is much a row is marked
 * on the way, and pages behind it go on from there for as long as nothing in the table changes.
 */
@Injectable()
export class ListReader {
  private readonly marks = new KeysetAnchors();

  constructor(
    private readonly reads: ReadDatabase,
    private readonly revisions: CacheVersions,
  ) {}

  /** @returns undefined when there is no such owner */
  async read<Row extends object, Item>(
    { list, statements, toItem }: ListQuery<Row, Item>,
    owner: string,
    request: PageRequest,
  ): Promise<Page<Item> | undefined> {
    const stretch = { ...request, list, owner };
    const from = await this.markFor(stretch, statements.marks);
    // There is such an owner, and nothing so far down the list.
    if (from?.mark === undefined && from?.found) return { found: from.found, items: [] };
    const rows = await this.rowsFrom<Row & Listed>(stretch, statements.page, from);
    const [first] = rows;
    if (first === undefined) return undefined;
    return { found: Number(first.found), items: rows.filter(({ listed_id: id }) => id !== null).map(toItem) };
  }

  /** The nearest mark before a page, made where there is none near; no mark where the list does not go so far. */
  private async markFor(stretch: Stretch, statements: From): Promise<Nearest | undefined> {
    const { list, owner, start } = stretch;
    if (start < 2 * ahead) return undefined;
    // Known before rows are read: a change meanwhile makes a mark one of before.
    const revision = this.revisions.of([lists[list].table]);
    if (revision === undefined) return undefined;
    const name = `${list} ${owner}`;
    const nearest = this.marks.nearest(name, start, revision);
    if (start - (nearest?.mark.at ?? 0) < 2 * ahead) return nearest;
    const at = start - ahead;
    const [row] = await this.rowsFrom<Marked>({ ...stretch, rows: 1, start: at - 1 }, statements, nearest);
    if (row === undefined) return undefined;
    const found = Number(row.found);
    if (row.id === null || row.created === null) return { found };
    const mark = { at, id: row.id, created: row.created };
    this.marks.add(name, mark, { revision, found });
    return { mark, found };
  }

  private async rowsFrom<Row extends Found>(
    { owner, rows: take, start }: Stretch,
    { fromStart, onward }: From,
    from: Nearest | undefined,
  ): Promise<Row[]> {
    if (from?.mark) {
      const { at, id, created } = from.mark;
      const rows = await this.reads.query<Row[]>(onward, [owner, take, start - at, created, id]);
      const [first] = rows;
      // A change is heard of a moment after it is seen.
      if (first === undefined || Number(first.found) === from.found) return rows;
    }
    return this.reads.query<Row[]>(fromStart, [owner, take, start]);
  }
}
