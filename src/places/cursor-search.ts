import { Injectable } from '@nestjs/common';
import { invalidParameters } from '../http/problems/problems.js';
import { type Cursor, Cursors } from './cursors.js';
import { type SearchHits } from './search-index/search-hits.js';
import { PlaceSearcher } from './search-index/place-searcher.js';
import { type SearchBody } from './search-body/search-body.js';

/** What begins a walk. */
const walkBegins = '*';

/** A page of a walk, and the mark of the next one while something follows. */
export type CursorPage = SearchHits & { nextCursor?: string };

/** Where a page begins: after a place, or without one at the first. */
type ReadFrom = Pick<Cursor, 'pointInTime'> & Partial<Cursor>;

/** Walks to any depth over a frozen view of the index, so that nothing repeats or is missed while the index changes. */
@Injectable()
export class CursorSearch {
  constructor(
    private readonly index: PlaceSearcher,
    private readonly marks: Cursors,
  ) {}

  /**
   * One page. Without a mark it is the last one that `start` reaches, and the walk goes on from there.
   *
   * @param copies the name of those that pages before were asked of
   * @throws ProblemError `invalid_parameter`, `cursor_expired`, `search_unavailable`
   */
  async step(body: SearchBody, mark: string = walkBegins, copies?: string): Promise<CursorPage> {
    const cursor = mark === walkBegins ? undefined : await this.cursorOf(mark, body);
    return cursor ? this.read(body, cursor) : this.begin(body, copies);
  }

  private async begin(body: SearchBody, copies: string | undefined): Promise<CursorPage> {
    const pointInTime = await this.index.openView(copies);
    try {
      const step = await this.read(body, { pointInTime });
      // Nobody has a mark of it. At the end of a longer walk the view stays: whoever lost the last page asks again.
      if (step.nextCursor === undefined) void this.index.closeView(pointInTime);
      return step;
    } catch (error) {
      void this.index.closeView(pointInTime);
      throw error;
    }
  }

  private async read(body: SearchBody, { pointInTime: view, after }: ReadFrom): Promise<CursorPage> {
    // One more than the page tells whether something follows.
    const hits = await this.index.walk({ ...body, size: body.size + 1 }, view, after);
    const pointInTime = hits.pointInTime ?? view;
    const places = hits.places.slice(0, body.size);
    const last = places.at(-1);
    if (!last || hits.places.length <= body.size) return { ...hits, places };
    return { ...hits, places, nextCursor: await this.marks.write({ pointInTime, after: last.sort }, body) };
  }

  private async cursorOf(mark: string, body: SearchBody): Promise<Cursor> {
    const read = await this.marks.read(mark, body);
    if (read.is === 'mark') return read.cursor;
    const reason =
      read.is === 'forged'
        ? 'is not a mark of this service'
        : 'belongs to another search: q, fq, sort and location have to stay as they were';
    const allowed = [walkBegins, 'the nextCursorMark of the page before'];
    throw invalidParameters([{ parameter: 'cursorMark', value: mark, reason, allowed }]);
  }
}
