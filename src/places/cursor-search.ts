import { Injectable } from '@nestjs/common';
import { invalidParameters } from '../http/problems/problems.js';
import { type Cursor, Cursors } from './cursors.js';
import { type SearchHits } from './search-index/search-hits.js';
import { PlaceSearcher } from './search-index/place-searcher.js';
import { type SearchBody } from './search-body/search-body.js';

/** The `cursorMark` that starts a cursor search. */
const START_MARK = '*';

/** A page, and the `cursorMark` of the next one, if there is one. */
export type CursorPage = SearchHits & { nextCursor?: string };

const reasons = {
  forged: 'is not a cursor mark of this service',
  'another search': 'belongs to another search: q, fq, sort and location must stay the same',
};

/** Reads a whole search result page by page. All pages read one point in time, so no place is repeated or missed. */
@Injectable()
export class CursorSearch {
  constructor(
    private readonly searcher: PlaceSearcher,
    private readonly cursors: Cursors,
  ) {}

  /**
   * Reads one page. Without a cursor mark it reads the page at `body.from`, and its cursor continues from there.
   *
   * @param preference see `PlaceSearcher.search()`; used to open a cursor only
   * @throws ProblemError `invalid_parameter`, `cursor_expired`, or as `SearchProtection.run()`
   */
  async page(body: SearchBody, cursorMark: string = START_MARK, preference?: string): Promise<CursorPage> {
    if (cursorMark === START_MARK) return this.openingPage(body, preference);
    return this.read(body, await this.parse(cursorMark, body));
  }

  private async openingPage(body: SearchBody, preference: string | undefined): Promise<CursorPage> {
    const pointInTime = await this.searcher.openPointInTime(preference);
    try {
      const page = await this.read(body, { pointInTime });
      // Only a single page is freed at once: the last of several pages may be requested again after a network failure.
      if (page.nextCursor === undefined) void this.searcher.closePointInTime(pointInTime);
      return page;
    } catch (error) {
      void this.searcher.closePointInTime(pointInTime);
      throw error;
    }
  }

  private async read(body: SearchBody, cursor: Pick<Cursor, 'pointInTime'> & Partial<Cursor>): Promise<CursorPage> {
    // One place more than the page shows whether there is a next page.
    const hits = await this.searcher.searchAfter({ ...body, size: body.size + 1 }, cursor.pointInTime, cursor.after);
    const pointInTime = hits.pointInTime ?? cursor.pointInTime;
    const places = hits.places.slice(0, body.size);
    const last = places.at(-1);
    if (!last || hits.places.length <= body.size) return { ...hits, places };
    return { ...hits, places, nextCursor: await this.cursors.write({ pointInTime, after: last.sort }, body) };
  }

  private async parse(cursorMark: string, body: SearchBody): Promise<Cursor> {
    const parsed = await this.cursors.parse(cursorMark, body);
    if (parsed.ok) return parsed.cursor;
    const allowed = [START_MARK, 'the nextCursorMark of the previous page'];
    throw invalidParameters([{ parameter: 'cursorMark', value: cursorMark, reason: reasons[parsed.reason], allowed }]);
  }
}
