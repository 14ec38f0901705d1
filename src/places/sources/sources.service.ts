import { Injectable } from '@nestjs/common';
import { ReadDatabase } from '../../database/read-database.js';
import { sourceCounts } from '../search-body/source-count.js';
import { PlaceSearcher } from '../search-index/place-searcher.js';
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
  constructor(
    private readonly searcher: PlaceSearcher,
    private readonly reads: ReadDatabase,
  ) {}

  /**
   * The sources that have places, those with the most places first.
   *
   * @throws ProblemError as `SearchProtection.run()`
   */
  async inUse(): Promise<UsedSource[]> {
    const counts = await this.searcher.sourceCounts(sourceCounts());
    const rows = await this.reads.query<{ source: Source }[]>(selectSources, [[...counts.keys()]]);
    const stored = new Map(rows.map(({ source }) => [source.name, source]));
    return [...counts].map(([name, found]) => ({ ...(stored.get(name) ?? { name }), found }));
  }
}
