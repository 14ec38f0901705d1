import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { indexSize, indexSizeAt } from '../../world/index-size.js';
import { type World } from '../../world/world.js';
import { type Sides, solrIndexFolder } from './sides.js';

/** Bytes of each index, in one segment. */
export async function indexSizes(sides: Sides, { env }: World): Promise<Record<string, number>> {
  return {
    service: await indexSize(env),
    'plain Elasticsearch': await indexSizeAt(sides.plain),
    ...(typeof sides.solr !== 'string' && { 'Solr 9': folderSize(solrIndexFolder(sides.solr, 'uncached')) }),
  };
}

function folderSize(folder: string): number {
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}
