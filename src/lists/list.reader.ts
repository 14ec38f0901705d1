import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Revisions } from '../answers/revisions.js';
import { ReadDatabase } from '../database/read.database.js';
import { type Page, type PageRequest } from '../http/paging.js';
import { lists, type ListQuery } from './list.js';

interface Found {
  found: string;
  /** Absent, as what follows, where the page is empty. */
  listed_id: string | null;
  /** As PostgreSQL writes it: a date of JavaScript cannot hold all times. */
  listed_created: string | null;
}

/** The last row of a page that was read, after which the next page goes on. */
interface Mark {
  id: string;
  created: string;
  /** How long the list was. */
  found: number;
  revision: string;
}

/** Where pages begin that are worth a mark: up to there PostgreSQL skips rows in less time than the rest takes. */
const deep = 1000;

/** Marks of about 300 bytes each. */
const mostMarks = 5000;

/** Milliseconds that a mark is good for, should the news of a change be lost. */
const longest = 30_000;

/**
 * Reads pages of lists, which PostgreSQL does by reading all that stands before them. Whoever walks through a long list would
 * have it read again for each page; so the end of a page is marked, and the next one goes on from there for as
 * long as nothing in the table changes.
 */
@Injectable()
export class ListReader {
  private readonly marks = new LRUCache<string, Mark>({ max: mostMarks, ttl: longest });

  constructor(
    private readonly reads: ReadDatabase,
    private readonly revisions: Revisions,
  ) {}

  /** @returns undefined when there is no such owner */
  async read<Row extends object, Item>(
    query: ListQuery<Row, Item>,
    owner: string,
    request: PageRequest,
  ): Promise<Page<Item> | undefined> {
    const { list, toItem } = query;
    // Known before the rows are read: a change meanwhile makes a mark one of before.
    const revision = this.revisions.of([lists[list].table]);
    const rows = (await this.onward(query, owner, request, revision)) ?? (await this.fromStart(query, owner, request));
    const [first] = rows;
    if (first === undefined) return undefined;
    const found = Number(first.found);
    const { listed_id: id, listed_created: created } = rows.at(-1) ?? first;
    const end = request.start + rows.length;
    if (revision !== undefined && end >= deep && id !== null && created !== null) {
      this.marks.set(keyOf(list, owner, end), { id, created, found, revision });
    }
    return { found, items: rows.filter(({ listed_id: listed }) => listed !== null).map(toItem) };
  }

  private fromStart<Row extends object, Item>(
    { statements }: ListQuery<Row, Item>,
    owner: string,
    { rows: take, start }: PageRequest,
  ): Promise<(Row & Found)[]> {
    return this.reads.rows<Row & Found>(statements.fromStart, [owner, take, start]);
  }

  /** @returns undefined when there is no mark, or the list is no longer what it was */
  private async onward<Row extends object, Item>(
    { list, statements }: ListQuery<Row, Item>,
    owner: string,
    { rows: take, start }: PageRequest,
    revision: string | undefined,
  ): Promise<(Row & Found)[] | undefined> {
    const mark = this.marks.get(keyOf(list, owner, start));
    if (mark === undefined || mark.revision !== revision) return undefined;
    const rows = await this.reads.rows<Row & Found>(statements.onward, [owner, take, mark.created, mark.id]);
    const [first] = rows;
    // A change is heard of a moment after it is seen.
    return first === undefined || Number(first.found) === mark.found ? rows : undefined;
  }
}

function keyOf(list: string, owner: string, start: number): string {
  return `${list} ${start} ${owner}`;
}
