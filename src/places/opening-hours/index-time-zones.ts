import { Injectable } from '@nestjs/common';
import { timeZoneCountBody } from '../search-body/time-zone-count.js';
import { PlaceSearcher } from '../search-index/place-searcher.js';

/** The time zones are read again after this time. The index itself shows a change within a second. */
const refreshAfterMs = 500;

/** Older ones are not used. Until then they are used while new ones are read, which may take long. */
const maxAgeMs = 750;

/** The time zones of the places in the index. A search at an instant has a clause for each of their local times. */
@Injectable()
export class IndexTimeZones {
  private timeZones: readonly string[] = [];
  /** When the last successful read started, by `performance.now()`. */
  private readAt = -Infinity;
  private pending: Promise<readonly string[]> | undefined;

  constructor(private readonly searcher: PlaceSearcher) {}

  /** @throws ProblemError `search_unavailable` */
  async current(): Promise<readonly string[]> {
    const age = performance.now() - this.readAt;
    if (age <= refreshAfterMs) return this.timeZones;
    this.pending ??= this.read().finally(() => {
      this.pending = undefined;
    });
    if (age > maxAgeMs) return this.pending;
    // If reads keep failing, the time zones get too old and the next caller gets the error.
    this.pending.catch(() => undefined);
    return this.timeZones;
  }

  private async read(): Promise<readonly string[]> {
    const startedAt = performance.now();
    this.timeZones = await this.searcher.timeZones(timeZoneCountBody(), { cost: 1 });
    this.readAt = startedAt;
    return this.timeZones;
  }
}
