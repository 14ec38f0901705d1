import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { dataDirOf } from '../../dev/data-dir.js';
import { listenForShutdownSignals } from '../../dev/shutdown-signals.js';
import { main } from '../../dev/main.js';
import { startEmbeddedElasticsearch } from '../../dev/services/embedded-elasticsearch.js';
import { startEmbeddedPostgres } from '../../dev/services/embedded-postgres.js';
import { findEmbeddedServers } from '../../dev/services/embedded-servers.js';
import { freePort } from '../../dev/services/free-port.js';
import { type EmbeddedService } from '../../dev/services/running-service.js';
import { report } from '../../dev/services/step.js';
import { load } from './load.js';

const size = 3;

/** Milliseconds before and after the loss of a node. */
const before = 10_000;
const after = 20_000;

/** `npm run test:cluster`: kills one of three Elasticsearch nodes during searches. Fails if a search fails. */
async function cluster(): Promise<number> {
  const { signal: abort } = listenForShutdownSignals();
  const { jdk, home, programs } = await findEmbeddedServers(dataDirOf(process.env), abort);
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
    // Every copy of the index is on a node.
    await fetch(`${nodes[1]?.url ?? ''}/_cluster/health?wait_for_status=green&timeout=60s`);
    const stopSearches = new AbortController();
    const counting = search(stopSearches.signal);
    await delay(before);
    await nodes[0]?.crash();
    report('A node is killed.');
    await delay(after);
    stopSearches.abort();
    const { successful, failed, slowest } = await counting;
    report(`${successful} searches succeeded, ${failed} failed; the slowest took ${slowest.toFixed(0)} ms.`);
    return failed === 0 && successful > 0 ? 0 : 1;
  } finally {
    await stop();
  }
}

void main(cluster);
