import { setTimeout as delay } from 'node:timers/promises';
import { requestToken } from '../../dev/service.js';
import { StartFailure } from '../../dev/services/start-failure.js';
import { type Suite, type SuiteRun } from '../slow/suite.js';
import { withWorld, type World } from '../slow/world.js';
import { ElasticsearchProxy } from './elasticsearch-proxy.js';
import { type Fault, type Finding, type Scene } from './fault.js';
import { faults as all } from './faults.js';
import { figures } from './figures.js';
import { FaultLoad } from './load.js';

/** Milliseconds of load before, during and after the fault. */
const [before, during, after] = [4000, 8000, 6000];

/**
 * Checks the responses under load while PostgreSQL or Elasticsearch is down, frozen, slow or broken, or clients are slow, and
 * the recovery. The arguments select faults by words of their names.
 */
export const faults: Suite = {
  name: 'faults',
  minutes: 7,
  run: async (run) => {
    const chosen = run.select(all);
    const proxy = new ElasticsearchProxy();
    await proxy.listen();
    // Areas and kinds are read before the first fault: later they would change what searches find.
    const settings = { ELASTICSEARCH_URL: proxy.url, RESPONSE_CACHE_SIZE: '0', AREAS_INTERVAL: '1' };
    try {
      await withWorld(run, settings, async (world) => {
        proxy.target = world.elasticsearchUrl;
        const seeded = await world.cli('seed', '--small');
        if (seeded.status !== 0) throw new StartFailure(seeded.messages);
        for (const fault of chosen) await testFault(fault, world, proxy, run);
      });
    } finally {
      proxy.close();
    }
  },
};

async function testFault(fault: Fault, world: World, proxy: ElasticsearchProxy, run: SuiteRun): Promise<void> {
  run.abort.throwIfAborted();
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
  let finding: Finding | undefined;
  try {
    [finding] = await Promise.all([
      fault.observe?.(scene),
      delay(fault.seconds === undefined ? during : fault.seconds * 1000, undefined, { signal: run.abort }),
    ]);
  } finally {
    await end();
  }
  const ended = performance.now();
  await delay(after);
  stopLoad.abort();
  await running;
  if (fault.changesPlace) await load.recordChanged();
  const { row, failures } = figures(fault, load.responses, { began, ended });
  run.row({ fault: fault.name, ...row });
  if (finding) run.note(`${fault.name}: ${finding.text}.`);
  for (const failure of failures) run.expect(false, `${fault.name}: ${failure}`);
  run.expect(finding?.failed !== true, `${fault.name}: ${finding?.text ?? ''}`);
  run.did('faults');
  run.did('requests', load.responses.length);
}
