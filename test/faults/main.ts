import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { build } from '../../dev/build.js';
import { dataDirOf } from '../../dev/data-dir.js';
import { listenForShutdownSignals } from '../../dev/shutdown-signals.js';
import { main } from '../../dev/main.js';
import { demonstrationToken } from '../../dev/service.js';
import { StartFailure } from '../../dev/services/start-failure.js';
import { World } from '../crashes/world.js';
import { ElasticsearchProxy } from './elasticsearch-proxy.js';
import { type Fault, faults, type Scene } from './faults.js';
import { type Figures, figures, heading } from './figures.js';
import { Load } from './load.js';

/** Milliseconds under load before the fault, with it, and after it. */
const [before, during, after] = [4000, 8000, 6000];

/**
 * `npm run test:faults -- [words of names]`: what callers see while PostgreSQL or Elasticsearch is away, frozen, slow or
 * broken, under load, and how soon all is well again.
 */
async function strike(words: string[]): Promise<number> {
  const chosen = faults.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word.toLowerCase())));
  if (chosen.length === 0) throw new StartFailure(`There are: ${faults.map(({ name }) => name).join('; ')}.`);
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  const { signal: abort } = listenForShutdownSignals();
  await build(print, { env: process.env, abort });
  const folder = mkdtempSync(join(tmpdir(), 'faults-'));
  const proxy = new ElasticsearchProxy();
  await proxy.listen();
  const settings = { ELASTICSEARCH_URL: proxy.url, RESPONSE_CACHE_SIZE: '0' };
  const world = await World.start(folder, dataDirOf(process.env), abort, settings);
  let failed = 0;
  const lines = [heading];
  try {
    proxy.target = world.elasticsearchUrl;
    const seeded = await world.cli('seed');
    if (seeded.status !== 0) throw new StartFailure(seeded.messages);
    const scene = { world, proxy };
    for (const fault of chosen) {
      abort.throwIfAborted();
      const seen = await play(fault, scene);
      lines.push(seen.line);
      print(`${seen.faults.length === 0 ? 'held  ' : 'FAILED'} ${seen.line.join(' | ')}`);
      for (const what of seen.faults) print(`       ${what}`);
      failed += seen.faults.length === 0 ? 0 : 1;
    }
  } finally {
    await world.stop();
    proxy.close();
  }
  print(`\n${lines.map((line) => `| ${line.join(' | ')} |`).join('\n')}`);
  print(`${chosen.length - failed} of ${chosen.length} faults held.`);
  if (failed === 0) rmSync(folder, { recursive: true });
  return failed === 0 ? 0 : 1;
}

async function play(fault: Fault, scene: Scene): Promise<Figures> {
  const port = scene.world.servicePort;
  const load = new Load(`http://127.0.0.1:${port}`, await demonstrationToken(port));
  await load.learn();
  const over = new AbortController();
  const running = load.run(over.signal);
  await delay(before);
  const struck = performance.now();
  const end = await fault.strike(scene);
  await delay(during);
  await end();
  const ended = performance.now();
  await delay(after);
  over.abort();
  await running;
  return figures(fault, load.answers, { struck, ended });
}

void main(() => strike(process.argv.slice(2)));
