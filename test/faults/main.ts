import { setTimeout as delay } from 'node:timers/promises';
import { build } from '../../dev/build.js';
import { dataDirOf } from '../../dev/data-dir.js';
import { listenForShutdownSignals } from '../../dev/shutdown-signals.js';
import { main } from '../../dev/main.js';
import { requestToken } from '../../dev/service.js';
import { markdownTable } from '../../dev/markdown-table.js';
import { StartFailure } from '../../dev/services/start-failure.js';
import { report } from '../../dev/services/step.js';
import { World } from '../crashes/world.js';
import { ElasticsearchProxy } from './elasticsearch-proxy.js';
import { type Fault, type Scene } from './fault.js';
import { faults } from './faults.js';
import { type Figures, figures, heading } from './figures.js';
import { FaultLoad } from './load.js';

/** Milliseconds of load before, during and after the fault. */
const [before, during, after] = [4000, 8000, 6000];

/**
 * `npm run test:faults [-- WORD...]`: checks the responses under load while PostgreSQL or Elasticsearch is down, frozen,
 * slow or broken, or clients are slow, and the recovery. The words select faults by name.
 */
async function testFaults(words: string[]): Promise<number> {
  const chosen = faults.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word.toLowerCase())));
  if (chosen.length === 0)
    throw new StartFailure(`No fault has this name. Faults: ${faults.map(({ name }) => name).join('; ')}.`);
  const { signal: abort } = listenForShutdownSignals();
  await build(report, { env: process.env, abort });
  const proxy = new ElasticsearchProxy();
  await proxy.listen();
  // Areas and kinds are read before the first fault: later they would change what searches find.
  const settings = { ELASTICSEARCH_URL: proxy.url, RESPONSE_CACHE_SIZE: '0', AREAS_INTERVAL: '1' };
  const world = await World.start(dataDirOf(process.env), abort, settings);
  let failed = 0;
  const rows: string[][] = [];
  try {
    proxy.target = world.elasticsearchUrl;
    const seeded = await world.cli('seed', '--small');
    if (seeded.status !== 0) throw new StartFailure(seeded.messages);
    for (const fault of chosen) {
      abort.throwIfAborted();
      const { row, failures } = await testFault(fault, world, proxy);
      rows.push(row);
      report(`${failures.length === 0 ? 'passed' : 'FAILED'} ${row.join(' | ')}`);
      for (const failure of failures) report(`       ${failure}`);
      failed += failures.length === 0 ? 0 : 1;
    }
  } finally {
    await world.stop();
    proxy.close();
  }
  report(`\n${markdownTable(heading, rows)}`);
  report(`${chosen.length - failed} of ${chosen.length} faults passed.`);
  if (failed === 0) world.remove();
  return failed === 0 ? 0 : 1;
}

async function testFault(fault: Fault, world: World, proxy: ElasticsearchProxy): Promise<Figures> {
  const url = `http://127.0.0.1:${world.servicePort}`;
  const token = await requestToken(url);
  const scene: Scene = { world, proxy, token };
  const load = new FaultLoad(url, token);
  await load.recordExpected();
  const stopLoad = new AbortController();
  const running = load.run(stopLoad.signal, fault.waitingClients);
  await delay(before);
  const began = performance.now();
  const end = await fault.begin(scene);
  const [finding] = await Promise.all([
    fault.observe?.(scene),
    delay(fault.seconds === undefined ? during : fault.seconds * 1000),
  ]);
  await end();
  const ended = performance.now();
  await delay(after);
  stopLoad.abort();
  await running;
  if (fault.changesPlace) await load.recordChanged();
  const result = figures(fault, load.responses, { began, ended });
  if (finding) report(finding.text);
  if (finding?.failed) result.failures.push(finding.text);
  return result;
}

void main(() => testFaults(process.argv.slice(2)));
