import { Injectable } from '@nestjs/common';
import { timeZoneCountBody } from '../search-body/time-zone-count.js';
import { PlaceSearcher } from '../search-index/place-searcher.js';
import { type SpentTime } from '../search-index/search-protection.js';
import { SharedRead } from '../search-index/shared-read.js';

/** The time zones of the places in the index. A search at an instant has a clause for each of their local times. */
@Injectable()
export class IndexTimeZones {
  private readonly timeZones = new SharedRead((spent) =>
    this.searcher.timeZones(timeZoneCountBody(), { cost: 1, spent }),
  );

  constructor(private readonly searcher: PlaceSearcher) {}

  /**
   * @param spent gets what the request waits for them
   * @throws ProblemError `search_unavailable`
   */
  async current(spent: SpentTime): Promise<readonly string[]> {
    return this.timeZones.current(spent);
  }
}
