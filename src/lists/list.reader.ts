import { Injectable } from '@nestjs/common';
import { Revisions } from '../answers/revisions.js';
import { ReadDatabase } from '../database/read.database.js';
import { type Page, type PageRequest } from '../http/paging.js';
import { lists, type ListQuery } from './list.js';
import { ListMarks } from './list.marks.js';

interface Found {
  found: string;
  /** Absent, as what follows, where the page is empty. */
  listed_id: string | null;
  listed_created: string | null;
}

/** Rows that PostgreSQL skips in less time than the rest of a page takes. */
const fewRows = 1000;

/** What is to be read: the rows of a page and, where many would have to be skipped, the one before them. */
interface Stretch extends PageRequest {
  owner: string;
}

/**
 * Reads pages of lists. PostgreSQL comes to a page by reading all that stands before it, so every now and then the row before
 * a page is marked, and pages behind it go on from there for as long as nothing in the table changes.
 */
@Injectable()
export class ListReader {
  private readonly marks = new ListMarks();

  constructor(
    private readonly reads: ReadDatabase,
    private readonly revisions: Revisions,
  ) {}

  /** @returns undefined when there is no such owner */
  async read<Row extends object, Item>(
    query: ListQuery<Row, Item>,
    owner: string,
    { rows: take, start }: PageRequest,
  ): Promise<Page<Item> | undefined> {
    const name = `${query.list} ${owner}`;
    // Known before the rows are read: a change meanwhile makes a mark one of before.
    const revision = start < fewRows ? undefined : this.revisions.of([lists[query.list].table]);
    const nearest = revision === undefined ? undefined : this.marks.nearest(name, start, revision);
    const lead = revision !== undefined && start - (nearest?.mark.at ?? 0) >= fewRows ? 1 : 0;
    const stretch = { owner, rows: take + lead, start: start - lead };
    const rows = (nearest && (await this.onward(query, stretch, nearest))) ?? (await this.fromStart(query, stretch));
    const [first] = rows;
    if (first === undefined) return undefined;
    const found = Number(first.found);
    const { listed_id: id, listed_created: created } = first;
    if (lead === 1 && revision !== undefined && id !== null && created !== null) {
      this.marks.add(name, { at: start, id, created }, { revision, found });
    }
    const page = rows.slice(lead).filter(({ listed_id: listed }) => listed !== null);
    return { found, items: page.map(query.toItem) };
  }

  private fromStart<Row extends object, Item>(
    { statements }: ListQuery<Row, Item>,
    { owner, rows, start }: Stretch,
  ): Promise<(Row & Found)[]> {
    return this.reads.rows<Row & Found>(statements.fromStart, [owner, rows, start]);
  }

  /** @returns undefined when the list is no longer what it was */
  private async onward<Row extends object, Item>(
    { statements }: ListQuery<Row, Item>,
    { owner, rows: take, start }: Stretch,
    { mark: { at, id, created }, found }: NonNullable<ReturnType<ListMarks['nearest']>>,
  ): Promise<(Row & Found)[] | undefined> {
    const rows = await this.reads.rows<Row & Found>(statements.onward, [owner, take, start - at, created, id]);
    const [first] = rows;
    // A change is heard of a moment after it is seen.
    return first === undefined || Number(first.found) === found ? rows : undefined;
  }
}
