import { Injectable } from '@nestjs/common';
import { ReadDatabase } from '../../database/read-database.js';
import { CacheVersions } from '../../response-cache/cache-versions.js';
import { sourceCounts } from '../body/counts.js';
import { type Caller } from '../../http/caller.js';
import { PlaceSearcher } from '../elasticsearch/searcher.js';
import { noTime } from '../elasticsearch/protection.js';
import { type Source } from './source.js';

export interface UsedSource extends Source {
  /** The number of its places. */
  found: number;
}

const selectSources = `
  SELECT json_strip_nulls(json_build_object('name', name, 'license', license, 'attribution', attribution)) AS source
  FROM sources WHERE name = ANY($1)`;

/** The sources that the places of the directory come from. */
@Injectable()
export class SourcesService {
  private remembered: { version: string | undefined; sources: Map<string, Source> } = {
    version: undefined,
    sources: new Map(),
  };

  constructor(
    private readonly searcher: PlaceSearcher,
    private readonly reads: ReadDatabase,
    private readonly versions: CacheVersions,
  ) {}

  /**
   * The sources that have places, those with the most places first.
   *
   * @param caller who waits for them; absent for the service itself
   * @throws ProblemError as `SearchProtection.run()`
   */
  async inUse(caller?: Caller): Promise<UsedSource[]> {
    const counts = await this.searcher.sourceCounts(sourceCounts(), { caller, cost: 1, spent: noTime() });
    const sources = await this.named([...counts.keys()]);
    return sources.map((source) => ({ ...source, found: counts.get(source.name) ?? 0 }));
  }

  /** The licences and attributions of sources. Remembers them until one changes: each map tile asks for them. */
  async named(names: readonly string[]): Promise<Source[]> {
    const version = this.versions.of(['sources']);
    if (version === undefined || version !== this.remembered.version) {
      this.remembered = { version, sources: new Map() };
    }
    const { sources } = this.remembered;
    const missing = names.filter((name) => !sources.has(name));
    if (missing.length > 0) {
      const rows = await this.reads.query<{ source: Source }[]>(selectSources, [missing]);
      for (const { source } of rows) sources.set(source.name, source);
    }
    return names.map((name) => sources.get(name) ?? { name });
  }
}
