import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { StartFailure } from '../../../../dev/services/start-failure.js';
import { report, step } from '../../../../dev/services/step.js';
import { type BenchServers, productionJvm } from '../../../servers.js';
import { makePlainIndex } from '../../baselines/plain/plain-index.js';
import { loadSolr, optimizeSolr } from '../../baselines/solr/documents.js';
import { solrCores } from '../../baselines/solr/cores.js';
import { type Solr, solrFolder, startSolr } from '../../baselines/solr/solr.js';
import { type Bench } from '../../bench.js';
import { elasticsearchTime, postgresTime, type ProcessorTime, processTime } from '../../measure/processor-time.js';
import { type Baseline, type Service } from '../../world/services.js';
import { type World } from '../../world/world.js';

/** The servers that are compared, all over the places of one world. */
export interface Sides {
  readonly service: Service;
  readonly withDefaults: Service;
  readonly express: Baseline;
  /** The URL of the plain index. */
  readonly plain: string;
  /** Or why it is skipped. */
  readonly solr: Solr | string;
  readonly times: Record<'elasticsearch' | 'postgres', ProcessorTime>;
}

export async function startSides({ servers, services, isQuick }: Bench, world: World): Promise<Sides> {
  const { env } = world;
  const plainName = plainNameOf(env.ELASTICSEARCH_INDEX);
  const plain = `${env.ELASTICSEARCH_URL}/${plainName}`;
  await step(report, 'Plain index', () => makePlainIndex(plain, world));
  const express = await services.startBaseline('express', { ...env, ELASTICSEARCH_INDEX: plainName });
  const solr = isQuick ? 'Solr is not part of --quick.' : await solrOrReason(servers, world);
  if (typeof solr !== 'string') {
    services.add(solr.child);
    await fillSolr(solr, world);
  }
  return {
    service: await services.of(world, 'withoutCache'),
    withDefaults: await services.of(world, 'asDelivered'),
    ...{ express, plain, solr },
    times: {
      elasticsearch: await elasticsearchTime(env.ELASTICSEARCH_URL),
      postgres: await postgresTime(env.DATABASE_URL),
    },
  };
}

/** Drops what `startSides` has loaded beside the worlds. */
export async function dropSides({ elasticsearchUrl, dataDir }: BenchServers, worlds: readonly string[]): Promise<void> {
  for (const name of worlds) await fetch(`${elasticsearchUrl}/${plainNameOf(name)}`, { method: 'DELETE' });
  rmSync(solrFolder(dataDir), { recursive: true, force: true });
}

function plainNameOf(index: string): string {
  return `plain_${index}`;
}

async function fillSolr(solr: Solr, world: World): Promise<void> {
  for (const core of solrCores) {
    const url = `${solr.url}/${core}`;
    if (!solr.isLoaded) await step(report, `Places in Solr, ${core}`, () => loadSolr(url, world.lines()));
    await optimizeSolr(url);
  }
  solr.markLoaded();
}

/** @returns why Solr is skipped if it cannot be started */
async function solrOrReason({ dataDir, cacheDir, abort }: BenchServers, { contents }: World): Promise<Solr | string> {
  const javaOptions = process.env.ES_JAVA_OPTS ?? productionJvm.ES_JAVA_OPTS;
  try {
    return await step(report, 'Solr', () => startSolr({ dataDir, cacheDir, javaOptions, contents, abort }));
  } catch (error) {
    if (error instanceof StartFailure) return `Solr is skipped: ${error.message}`;
    throw error;
  }
}

/** The programs that work for a request. */
export function programsOf(sides: Sides): Record<'service' | 'withDefaults' | 'express' | 'plain' | 'solr', Programs> {
  const { service, withDefaults, express, solr, times } = sides;
  const stores = { Elasticsearch: times.elasticsearch, PostgreSQL: times.postgres };
  return {
    service: { Node: processTime(service.pid), ...stores },
    withDefaults: { Node: processTime(withDefaults.pid), ...stores },
    express: { Node: processTime(express.pid), ...stores },
    plain: { Elasticsearch: times.elasticsearch },
    solr: typeof solr === 'string' ? {} : { Solr: processTime(solr.child.pid) },
  };
}

type Programs = Readonly<Record<string, ProcessorTime>>;

/** The folder of the index of a core. */
export function solrIndexFolder(solr: Solr, core: string): string {
  return join(solr.folder(core), 'data', 'index');
}
