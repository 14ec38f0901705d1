import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { dataDirOf } from '../../dev/data-dir.js';
import { listenForShutdownSignals } from '../../dev/shutdown-signals.js';
import { main } from '../../dev/main.js';
import { startEmbeddedPostgres } from '../../dev/services/embedded-postgres.js';
import { findEmbeddedServers } from '../../dev/services/embedded-servers.js';
import { type EmbeddedService } from '../../dev/services/running-service.js';
import { report } from '../../dev/services/step.js';
import { Cluster } from './cluster.js';
import { load, type SearchCounts } from './load.js';

const size = 3;

/** Milliseconds of searches before and after an event. */
const before = 10_000;
const after = 20_000;

/** Milliseconds for which a node is frozen. The others drop it after about thirty seconds. */
const frozenFor = 60_000;

/** Searches that may fail then: each waits for the frozen node until its time-out. */
const maxFailedWhileFrozen = 50;

/**
 * `npm run test:cluster`: during searches a fourth Elasticsearch node joins three others, shards move to it and away from
 * another one, a node is frozen, and a node is killed. Fails if a search fails, but for a few after the freeze.
 */
async function cluster(): Promise<number> {
  const { signal: abort } = listenForShutdownSignals();
  const programs = await findEmbeddedServers(dataDirOf(process.env), abort);
  const folder = mkdtempSync(join(tmpdir(), 'cluster-'));
  const nodes = new Cluster(programs, folder, abort);
  let postgres: EmbeddedService | undefined;
  try {
    await nodes.start(size);
    postgres = await startEmbeddedPostgres(programs.programs, folder, false, abort);
    return await searchThroughEvents(nodes, postgres.url, folder, abort);
  } finally {
    await Promise.all([nodes.stop(), postgres?.stop()]);
    rmSync(folder, { recursive: true });
  }
}

async function searchThroughEvents(
  nodes: Cluster,
  databaseUrl: string,
  folder: string,
  abort: AbortSignal,
): Promise<number> {
  const { search, stop } = await load(databaseUrl, nodes.urls.join(','), folder, abort);
  const during = async (name: string, event: () => Promise<void>, maxFailed = 0): Promise<boolean> => {
    const stopSearches = new AbortController();
    const counting = search(stopSearches.signal);
    await delay(before);
    await event();
    await delay(after);
    stopSearches.abort();
    return summarise(name, await counting, maxFailed);
  };
  try {
    // Every copy of the index is on a node.
    await nodes.waitFor('wait_for_status=green');
    const joined = await during('A node joins, and shards move to it', async () => {
      const name = await nodes.join();
      await nodes.waitForShardsOn(name);
    });
    const drained = await during('All shards leave a node', () => nodes.drain(1));
    const frozen = await during('A node is frozen', () => freeze(nodes, abort), maxFailedWhileFrozen);
    const survived = await during('A node is killed', () => nodes.crash(0));
    return joined && drained && frozen && survived ? 0 : 1;
  } finally {
    await stop();
  }
}

async function freeze(nodes: Cluster, abort: AbortSignal): Promise<void> {
  const resume = await nodes.freeze(2);
  try {
    await delay(frozenFor, undefined, { signal: abort });
  } finally {
    // A suspended process cannot be stopped.
    resume();
  }
  await nodes.waitFor('wait_for_status=green&wait_for_no_relocating_shards=true');
}

function summarise(name: string, { successful, failed, slowest }: SearchCounts, maxFailed: number): boolean {
  report(`${name}: ${successful} searches succeeded, ${failed} failed; the slowest took ${slowest.toFixed(0)} ms.`);
  return failed <= maxFailed && successful > 0;
}

void main(cluster);
