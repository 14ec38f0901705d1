import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { CacheVersions } from '../../response-cache/cache-versions.js';
import { matchingClauses } from '../body/search-body.js';
import { type SearchContext } from '../elasticsearch/searcher.js';
import { type SearchStage, type StagedRequest } from '../plan.js';
import { type TimeUsed } from '../elasticsearch/protection.js';
import { waitFor } from '../elasticsearch/shared-read.js';
import { PlaceSearch } from '../search.js';

const MAX_SEARCHES = 1000;

/** As long as a cached response may be served. */
const TTL_MS = 30_000;

/** How a whole search ends. */
interface Outcome {
  readonly found: number;
  readonly stage?: SearchStage;
}

/**
 * The stage of the whole search that tiles belong to. A map asks for a dozen tiles of one search at once, so stages are
 * remembered until the index changes.
 */
@Injectable()
export class TileStages {
  private readonly outcomes = new LRUCache<string, Outcome & { version: string }>({ max: MAX_SEARCHES, ttl: TTL_MS });
  private readonly inFlight = new Map<string, { outcome: Promise<Outcome>; time: TimeUsed }>();

  constructor(
    private readonly placeSearch: PlaceSearch,
    private readonly versions: CacheVersions,
  ) {}

  /**
   * @returns undefined if the search finds nothing
   * @throws ProblemError as `PlaceSearcher.run()`
   */
  async find(request: StagedRequest, context: SearchContext): Promise<SearchStage | undefined> {
    const key = stageKey(request);
    const version = this.versions.of(['index']);
    const known = this.outcomes.get(key);
    const outcome = known && known.version === version ? known : await this.search(key, request, context);
    if (version !== undefined && outcome !== known) this.outcomes.set(key, { ...outcome, version });
    return outcome.found > 0 ? outcome.stage : undefined;
  }

  /** Tiles of one client share a search in flight; if it fails, each makes its own. */
  private async search(key: string, request: StagedRequest, context: SearchContext): Promise<Outcome> {
    const clientKey = `${context.caller?.clientId ?? ''}\n${key}`;
    const shared = this.inFlight.get(clientKey);
    const known = shared && (await waitFor(shared.outcome, shared.time, context.time).catch(() => undefined));
    if (known) return known;
    const outcome = this.placeSearch.firstFound(request, { from: 0, size: 0 }, context);
    const own = { outcome, time: context.time };
    this.inFlight.set(clientKey, own);
    try {
      return await outcome;
    } finally {
      if (this.inFlight.get(clientKey) === own) this.inFlight.delete(clientKey);
    }
  }
}

/** What decides the stage. A hash, because the clauses of a line take up to hundreds of kilobytes. */
export function stageKey(request: StagedRequest): string {
  const { match, readsWhere, centre, rectangle } = request;
  const conditions = [match, readsWhere, centre, rectangle, matchingClauses(request, 0)];
  return hash('sha256', JSON.stringify(conditions), 'base64url');
}
