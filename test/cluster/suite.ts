import { setTimeout as delay } from 'node:timers/promises';
import { dataDirOf } from '../../dev/data-dir.js';
import { startEmbeddedPostgres } from '../../dev/services/embedded-postgres.js';
import { findEmbeddedServers } from '../../dev/services/embedded-servers.js';
import { type EmbeddedService } from '../../dev/services/running-service.js';
import { type Suite, type SuiteRun } from '../slow/suite.js';
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

interface ClusterEvent {
  readonly name: string;
  readonly maxFailed?: number;
  readonly happen: (nodes: Cluster, abort: AbortSignal) => Promise<void>;
}

const events: readonly ClusterEvent[] = [
  {
    name: 'a node joins, and shards move to it',
    happen: async (nodes) => nodes.waitForShardsOn(await nodes.join()),
  },
  { name: 'all shards leave a node', happen: (nodes) => nodes.drain(1) },
  { name: 'a node is frozen', maxFailed: maxFailedWhileFrozen, happen: freeze },
  { name: 'a node is killed', happen: (nodes) => nodes.crash(0) },
];

/** What happens to Elasticsearch nodes during searches. Fails if a search fails, but for a few after the freeze. */
export const cluster: Suite = {
  name: 'cluster',
  minutes: 5,
  run: async (run) => {
    const chosen = run.select(events);
    const { abort, folder } = run;
    const programs = await findEmbeddedServers(dataDirOf(process.env), abort);
    const nodes = new Cluster(programs, folder, abort);
    let postgres: EmbeddedService | undefined;
    try {
      await nodes.start(size);
      postgres = await startEmbeddedPostgres(programs.programs, folder, false, abort);
      const { search, stop } = await load(postgres.url, nodes.urls.join(','), folder, abort);
      try {
        // Every copy of the index is on a node.
        await nodes.waitFor('wait_for_status=green');
        for (const event of chosen) await searchThrough(event, nodes, search, run);
      } finally {
        await stop();
      }
    } finally {
      await Promise.all([nodes.stop(), postgres?.stop()]);
    }
  },
};

async function searchThrough(
  { name, happen, maxFailed = 0 }: ClusterEvent,
  nodes: Cluster,
  search: (stop: AbortSignal) => Promise<SearchCounts>,
  run: SuiteRun,
): Promise<void> {
  const over = new AbortController();
  const searching = search(over.signal);
  try {
    await delay(before, undefined, { signal: run.abort });
    await happen(nodes, run.abort);
    await delay(after, undefined, { signal: run.abort });
  } finally {
    over.abort();
    await searching;
  }
  const { successful, failed, slowest } = await searching;
  run.row({ event: name, succeeded: successful, failed, slowest: `${slowest.toFixed(0)} ms` });
  run.expect(failed <= maxFailed, `${name}: ${failed} searches failed, allowed ${maxFailed}`);
  run.expect(successful > 0, `${name}: no search succeeded`);
  run.did('events');
  run.did('successful searches', successful);
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
