import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { CacheVersions } from '../../response-cache/dependencies.js';
import { VersionedCache } from '../../response-cache/versioned-cache.js';
import { matchingClauses } from '../body/search-body.js';
import { type SearchContext } from '../elasticsearch/searcher.js';
import { type Stage, type ResolvedRequest } from '../search/stage.js';
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
    const key = { key: stageKey(request), client: context.caller?.clientId ?? '', dependencies: ['index'] } as const;
    const { found, stage } = await this.outcomes.fetch({ ...key, shareMs: Infinity }, () =>
      this.placeSearch.runSteps(request, { from: 0, size: 0 }, context),
    );
    return found > 0 ? stage : undefined;
  }
}

/** What decides the stage. A hash, because the clauses of a line take up to hundreds of kilobytes. */
export function stageKey(request: ResolvedRequest): string {
  const { match, enabledRoles, namedOpenFilter, centre, rectangle } = request;
  const conditions = [match, enabledRoles, namedOpenFilter, centre, rectangle, matchingClauses(request, 0)];
  return hash('sha256', JSON.stringify(conditions), 'base64url');
}
