import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { dataDirOf } from '../../dev/data-dir.js';
import { listenForShutdownSignals } from '../../dev/shutdown-signals.js';
import { main } from '../../dev/main.js';
import { elasticsearchHome, layOutElasticsearchHome } from '../../dev/services/elasticsearch-home.js';
import { startEmbeddedElasticsearch } from '../../dev/services/embedded-elasticsearch.js';
import { postgresPrograms, startEmbeddedPostgres } from '../../dev/services/embedded-postgres.js';
import { freePort } from '../../dev/services/free-port.js';
import { findJdk } from '../../dev/services/jdk.js';
import { type EmbeddedService } from '../../dev/services/running-service.js';
import { StartFailure } from '../../dev/services/start-failure.js';
import { load } from './load.js';

/** Nodes, and milliseconds of searching before one of them is killed and afterwards. */
const size = 3;
const before = 10_000;
const after = 20_000;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** `npm run test:cluster`: three nodes of Elasticsearch, one of which is killed while searches go on: none may fail. */
async function cluster(): Promise<number> {
  const { signal: abort } = listenForShutdownSignals();
  const jdk = findJdk(process.env);
  const programs = postgresPrograms();
  if (!jdk || !programs) throw new StartFailure('Servers that are to be killed have to be embedded: see README.');
  const home = elasticsearchHome(dataDirOf(process.env));
  if (!existsSync(home)) await layOutElasticsearchHome(home, jdk, abort);
  const folder = mkdtempSync(join(tmpdir(), 'cluster-'));
  const transports = await Promise.all(Array.from({ length: size }, () => freePort()));
  const started = await Promise.allSettled(
    transports.map((transport, at) =>
      startEmbeddedElasticsearch(home, jdk, join(folder, `${at}`), true, process.env, abort, {
        'discovery.type': undefined,
        'discovery.seed_hosts': transports.map((port) => `127.0.0.1:${port}`).join(','),
        'cluster.initial_master_nodes': transports.map((_, node) => `node-${node}`).join(','),
        'cluster.name': `cluster-${process.pid}`,
        'node.name': `node-${at}`,
        'transport.port': transport,
      }),
    ),
  );
  const nodes = started.flatMap((node) => (node.status === 'fulfilled' ? [node.value] : []));
  const postgres = await startEmbeddedPostgres(programs, folder, false, abort);
  try {
    const failure = started.find((node) => node.status === 'rejected');
    if (failure) throw failure.reason;
    return await searchThroughLoss(nodes, postgres, folder, abort);
  } finally {
    await Promise.all([...nodes, postgres].map((service) => service.stop()));
    rmSync(folder, { recursive: true });
  }
}

async function searchThroughLoss(
  nodes: readonly EmbeddedService[],
  postgres: EmbeddedService,
  folder: string,
  abort: AbortSignal,
): Promise<number> {
  const { search, stop } = await load(postgres.url, nodes.map(({ url }) => url).join(','), folder, abort);
  try {
    await settled(nodes[1]?.url ?? '');
    const over = new AbortController();
    const counting = search(over.signal);
    await delay(before);
    await nodes[0]?.crash();
    print('A node is killed.');
    await delay(after);
    over.abort();
    const { answered, failed, slowest } = await counting;
    print(`${answered} searches answered, ${failed} failed; the slowest took ${slowest.toFixed(0)} ms.`);
    return failed === 0 && answered > 0 ? 0 : 1;
  } finally {
    await stop();
  }
}

/** Waits until every copy of the index is on a node. */
async function settled(url: string): Promise<void> {
  await fetch(`${url}/_cluster/health?wait_for_status=green&timeout=60s`);
}

void main(cluster);
