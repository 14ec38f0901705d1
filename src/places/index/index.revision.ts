import { Inject, Injectable } from '@nestjs/common';
import { type Revision, Revisions } from '../../answers/revisions.js';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { PlaceIndex } from './place.index.js';

/**
 * Knows whether searches still find the same. Elasticsearch is asked every `SEARCH_CACHE_TTL` seconds at most, and only
 * while somebody wants to know; nobody waits for its answer.
 */
@Injectable()
export class IndexRevision implements Revision {
  private readonly lifetime: number;
  private known: { value: string; since: number } | undefined;
  private isAsking = false;

  constructor(
    private readonly index: PlaceIndex,
    revisions: Revisions,
    @Inject(ENVIRONMENT) environment: Pick<Environment, 'SEARCH_CACHE_TTL'>,
  ) {
    this.lifetime = environment.SEARCH_CACHE_TTL * 1000;
    revisions.register('index', this);
  }

  current(): string | undefined {
    const age = performance.now() - (this.known?.since ?? -Infinity);
    // Asked in good time, so that there is no gap while it is wanted all the time.
    if (age > this.lifetime / 2 && !this.isAsking) void this.ask();
    return age < this.lifetime ? this.known?.value : undefined;
  }

  private async ask(): Promise<void> {
    this.isAsking = true;
    // What is seen was so at the beginning, if not later.
    const since = performance.now();
    try {
      this.known = { value: await this.index.revision(), since };
    } catch {
      // Searches find out for themselves what is the matter.
      this.known = undefined;
    } finally {
      this.isAsking = false;
    }
  }
}
