import { Inject, Injectable } from '@nestjs/common';
import { type CacheVersion, CacheVersions } from '../../response-cache/cache-versions.js';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { PlaceSearcher } from './place-searcher.js';

/**
 * Knows whether searches still find the same. Elasticsearch is asked every `SEARCH_CACHE_TTL` seconds at most, and only
 * while somebody wants to know; nobody waits for its answer.
 */
@Injectable()
export class IndexVersion implements CacheVersion {
  private readonly lifetime: number;
  private known: { value: string; since: number } | undefined;
  /** When it was asked for last, on the clock of this process. */
  private asked = -Infinity;

  constructor(
    private readonly index: PlaceSearcher,
    revisions: CacheVersions,
    @Inject(ENVIRONMENT) environment: Pick<Environment, 'SEARCH_CACHE_TTL'>,
  ) {
    this.lifetime = environment.SEARCH_CACHE_TTL * 1000;
    revisions.register('index', this);
  }

  current(): string | undefined {
    const now = performance.now();
    // Asked in good time, so that there is no gap while it is wanted all the time.
    if (now - this.asked > this.lifetime / 2) void this.ask(now);
    return this.known && now - this.known.since < this.lifetime ? this.known.value : undefined;
  }

  /** @param since what is seen was so at the beginning, if not later */
  private async ask(since: number): Promise<void> {
    this.asked = since;
    // Without an answer what is known runs out; searches find out for themselves what is the matter.
    const value = await this.index.revision().catch(() => undefined);
    if (value !== undefined && since >= (this.known?.since ?? -Infinity)) this.known = { value, since };
  }
}
