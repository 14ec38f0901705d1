import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type World } from '../../world/world.js';
import { type Sides, solrIndexFolder } from './sides.js';

/** Bytes of each index, in one segment. */
export async function indexSizes(sides: Sides, { env }: World): Promise<Record<string, number>> {
  return {
    service: await elasticsearchSize(`${env.ELASTICSEARCH_URL}/${env.ELASTICSEARCH_INDEX}`),
    'plain Elasticsearch': await elasticsearchSize(sides.plain),
    ...(typeof sides.solr !== 'string' && { 'Solr 9': folderSize(solrIndexFolder(sides.solr, 'uncached')) }),
  };
}

async function elasticsearchSize(index: string): Promise<number> {
  const response = await fetch(`${index}/_stats/store?filter_path=_all.primaries.store.size_in_bytes`);
  const { _all } = (await response.json()) as { _all: { primaries: { store: { size_in_bytes: number } } } };
  return _all.primaries.store.size_in_bytes;
}

function folderSize(folder: string): number {
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}
