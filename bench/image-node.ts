import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataDirOf } from '../dev/data-dir.js';
import { run, runInForeground } from '../dev/run-program.js';
import { StartFailure } from '../dev/services/start-failure.js';
import { report, step } from '../dev/services/step.js';

/**
 * Makes a benchmark run on the Node of the image, or on that of BENCH_NODE (`26`, `20.19`): versions differ by a third in processor
 * time. If this process has another one, the benchmark runs in a process of the npm package `node`.
 *
 * @throws StartFailure if BENCH_NODE is no version
 */
export function onImageNode(benchmark: () => Promise<number>): () => Promise<number> {
  return async () => {
    const wanted = process.env.BENCH_NODE ?? imageNode();
    if (!/^\d+(\.\d+)*$/.test(wanted))
      throw new StartFailure(`BENCH_NODE is ${wanted}. Allowed: a version such as 26.`);
    if (`${process.versions.node}.`.startsWith(`${wanted}.`)) return benchmark();
    const folder = join(dataDirOf(process.env), `node-${wanted}`);
    const node = join(folder, 'node_modules/node/bin/node');
    if (!existsSync(node)) {
      mkdirSync(folder, { recursive: true });
      const install = ['--prefix', folder, '--no-audit', '--no-fund', `node@${wanted}`];
      await step(report, `Node ${wanted} installed`, () => run(['npm', 'install', ...install]));
    }
    return runInForeground([node, ...process.execArgv, ...process.argv.slice(1)], { env: process.env });
  };
}

function imageNode(): string {
  const found = /^FROM node:(\d+)/m.exec(readFileSync('Dockerfile', 'utf8'))?.[1];
  if (found === undefined) throw new Error('The Dockerfile names no version of Node');
  return found;
}
