import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { CacheVersions } from '../../response-cache/dependencies.js';
import { VersionedCache } from '../../response-cache/versioned-cache.js';
import { matchingClauses } from '../body/search-body.js';
import { type SearchContext } from '../elasticsearch/searcher.js';
import { type Stage, type ResolvedRequest } from '../search/stage.js';
import { type TimeUsed } from '../elasticsearch/protection.js';
import { waitFor } from '../elasticsearch/shared-read.js';
import { PlaceSearch } from '../search/place-search.js';

const MAX_SEARCHES = 1000;

/** How a whole search ends. */
interface Outcome {
  readonly found: number;
  readonly stage?: Stage;
}

/**
 * The stage of the whole search that tiles belong to. A map asks for a dozen tiles of one search at once, so stages are
 * remembered until the index changes, and tiles of one client share a search in flight.
 */
@Injectable()
export class TileStages {
  private readonly outcomes: VersionedCache<Outcome>;
  /** What each search in flight took so far: all requests of a tile share one time-out, so it gets its part of it. */
  private readonly times = new WeakMap<Promise<Outcome>, TimeUsed>();

  constructor(
    private readonly placeSearch: PlaceSearch,
    versions: CacheVersions,
  ) {
    this.outcomes = new VersionedCache(versions, { maxSize: MAX_SEARCHES, sizeOf: () => 1 });
  }

  /**
   * @returns undefined if the search finds nothing
   * @throws ProblemError as `ElasticsearchSearcher.run()`
   */
  async find(request: ResolvedRequest, context: SearchContext): Promise<Stage | undefined> {
    const { found, stage } = await this.outcomes.fetch(
      {
        ...{
          key: stageKey(request),
          client: context.caller?.clientId ?? '',
          dependencies: ['index'],
          shareMs: Infinity,
        },
        waitForShared: (search) => this.waitForShared(search, context.timeUsed),
      },
      () => this.search(request, context),
    );
    return found > 0 ? stage : undefined;
  }

  /** If a shared search fails, each tile makes its own. */
  private async waitForShared(search: Promise<Outcome>, timeUsed: TimeUsed): Promise<Outcome | undefined> {
    const ofSearch = this.times.get(search);
    return ofSearch && waitFor(search, ofSearch, timeUsed).catch(() => undefined);
  }

  private search(request: ResolvedRequest, context: SearchContext): Promise<Outcome> {
    const outcome = this.placeSearch.runSteps(request, { from: 0, size: 0 }, context);
    this.times.set(outcome, context.timeUsed);
    return outcome;
  }
}

/** What decides the stage. A hash, because the clauses of a line take up to hundreds of kilobytes. */
export function stageKey(request: ResolvedRequest): string {
  const { match, enabledRoles, namedOpenFilter, centre, rectangle } = request;
  const conditions = [match, enabledRoles, namedOpenFilter, centre, rectangle, matchingClauses(request, 0)];
  return hash('sha256', JSON.stringify(conditions), 'base64url');
}
