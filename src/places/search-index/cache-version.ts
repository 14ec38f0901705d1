import { Injectable } from '@nestjs/common';
import { type CacheVersion, CacheVersions } from '../../response-cache/dependencies.js';
import { Areas } from '../areas/areas.js';
import { SynonymFile } from '../synonyms/synonym-file.js';
import { ElasticsearchSearcher } from '../elasticsearch/searcher.js';

/** Changes of the index are seen within this time. */
const maxAgeMs = 1000;

/**
 * The version of the search index, synonyms, areas and kinds, for cached search responses. Reading it polls Elasticsearch in the
 * background. Nobody injects it: it registers itself.
 */
@Injectable()
export class IndexCacheVersion implements CacheVersion {
  private latest: { value: string; requestedAt: number } | undefined;
  /** When the last poll started. All times are those of `performance.now()`. */
  private polledAt = -Infinity;

  constructor(
    private readonly searcher: ElasticsearchSearcher,
    private readonly synonyms: SynonymFile,
    private readonly areas: Areas,
    private readonly versions: CacheVersions,
  ) {
    versions.register('index', this);
  }

  /** @returns undefined until Elasticsearch has answered, and when its last answer is older than a second */
  current(): string | undefined {
    const now = performance.now();
    // Polls at half the maximum age, so that the version does not expire while it is read often.
    if (now - this.polledAt > maxAgeMs / 2) void this.poll(now);
    if (!this.latest || now - this.latest.requestedAt >= maxAgeMs) return undefined;
    return `${this.latest.value} ${this.synonyms.version} ${this.areas.version} ${this.versions.of(['kinds'])}`;
  }

  private async poll(requestedAt: number): Promise<void> {
    this.polledAt = requestedAt;
    // On failure the version expires. Searches report the failure themselves.
    const value = await this.searcher.indexState().catch(() => undefined);
    if (value !== undefined && requestedAt >= (this.latest?.requestedAt ?? -Infinity)) {
      this.latest = { value, requestedAt };
    }
  }
}
