import { Injectable } from '@nestjs/common';
import { invalidParameters } from '../http/problems.js';
import { type Cursor, Cursors } from './cursors.js';
import { type SearchHits, type SortValues } from './elasticsearch/hits.js';
import { PlaceSearcher, type SearchOptions } from './elasticsearch/searcher.js';
import { searchBody, type SearchBody } from './body/search-body.js';
import { searchCost, totalCost } from './body/cost.js';
import { type OpenRequest, OpenPlaces } from './opening-hours/open-places.js';
import { requestOfStage, type StagedRequest } from './search-stage.js';
import { StagedSearch, type StagedHits } from './staged-search.js';

/** The `cursorMark` that starts a cursor search. */
const START_MARK = '*';

/** `now` is in minutes since 1970. */
type CursorRequest = StagedRequest & OpenRequest & { readonly now: number };

type Target = Pick<SearchOptions, 'caller' | 'preference' | 'spent'>;

/** A page, and the `cursorMark` of the next one, if there is one. */
export type CursorPage = StagedHits & { nextCursor?: string };

const reasons = {
  forged: 'is not a cursor mark of this service',
  'another search': 'belongs to another search: q, match, q.where, fq, open, sort and location must stay the same',
};

/** Reads a whole search result page by page. All pages read one point in time, so no place is repeated or missed. */
@Injectable()
export class CursorSearch {
  constructor(
    private readonly searcher: PlaceSearcher,
    private readonly stagedSearch: StagedSearch,
    private readonly cursors: Cursors,
    private readonly openPlaces: OpenPlaces,
  ) {}

  /**
   * Reads one page. Without a cursor mark it reads the page at `request.start`, and its cursor continues from there.
   *
   * @param target see `SearchOptions`; the preference is used to open a cursor only
   * @throws ProblemError `invalid_parameter`, `cursor_expired`, or as `SearchProtection.run()`
   */
  async page(given: CursorRequest, target: Target, cursorMark: string = START_MARK): Promise<CursorPage> {
    const search = identityOf(given);
    if (cursorMark === START_MARK) return this.openingPage(given, search, target);
    const { pointInTime, after, stage, now, unknownHours } = await this.parse(cursorMark, search);
    const request = await this.openPlaces.resolve(given, now, target.spent);
    const searched = stage ? requestOfStage(request, stage) : request;
    const cost = totalCost(searchCost(searched, stage?.typingErrors));
    const hits = await this.read(
      searchBody(searched, stage?.typingErrors),
      { caller: target.caller, spent: target.spent, pointInTime, cost },
      after,
    );
    const ofAllPages = { ...(stage && { stage }), ...(unknownHours !== undefined && { unknownHours }) };
    const page = await this.toPage({ ...hits, ...ofAllPages }, pointInTime, { search, rows: request.rows, now });
    if (page.nextCursor === undefined) this.searcher.closePointInTimeSoon(hits.pointInTime ?? pointInTime);
    return page;
  }

  private async openingPage(given: CursorRequest, search: string, target: Target): Promise<CursorPage> {
    const request = await this.openPlaces.resolve(given, given.now, target.spent);
    const pointInTime = await this.searcher.openPointInTime(target);
    try {
      const { caller, spent } = target;
      const hits = await this.stagedSearch.search(request, { caller, spent, pointInTime }, (body, options) =>
        this.read(body, options),
      );
      const page = await this.toPage(hits, pointInTime, { search, rows: request.rows, now: given.now });
      if (page.nextCursor === undefined) void this.searcher.closePointInTime(pointInTime);
      return page;
    } catch (error) {
      void this.searcher.closePointInTime(pointInTime);
      throw error;
    }
  }

  /** Reads one place more than the page, which shows whether there is a next page. */
  private read(body: SearchBody, options: SearchOptions, after?: SortValues): Promise<SearchHits> {
    return this.searcher.searchAfter({ ...body, size: body.size + 1 }, options, after);
  }

  private async toPage(
    hits: StagedHits,
    opened: string,
    { search, rows, now }: { search: string; rows: number; now: number },
  ): Promise<CursorPage> {
    const pointInTime = hits.pointInTime ?? opened;
    const places = hits.places.slice(0, rows);
    const last = places.at(-1);
    if (!last || hits.places.length <= rows) return { ...hits, places };
    const cursor = { pointInTime, after: last.sort, stage: hits.stage, now, unknownHours: hits.unknownHours };
    return { ...hits, places, nextCursor: await this.cursors.write(cursor, search) };
  }

  private async parse(cursorMark: string, search: string): Promise<Cursor> {
    const parsed = await this.cursors.parse(cursorMark, search);
    if (parsed.ok) return parsed.cursor;
    const allowed = [START_MARK, 'the nextCursorMark of the previous page'];
    throw invalidParameters([{ parameter: 'cursorMark', value: cursorMark, reason: reasons[parsed.reason], allowed }]);
  }
}

/** All pages of a search have the same query, order and last stage. */
function identityOf(request: CursorRequest): string {
  const { query, sort } = searchBody(request);
  const ofWords = request.term?.type === 'words' && [request.match, request.readsWhere];
  return JSON.stringify([query, sort, ofWords, request.openAt]);
}
