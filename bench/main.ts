import { join } from 'node:path';
import { main } from '../dev/main.js';
import { runInForeground } from '../dev/run-program.js';
import { StartFailure } from '../dev/services/start-failure.js';

/** The programs of this folder, with what they are always given. */
const benchmarks: Readonly<Record<string, readonly [folder: string, ...args: string[]]>> = {
  http: ['http'],
  quick: ['http', '--quick'],
  import: ['import'],
  edition: ['import', '--edition'],
  relevance: ['relevance'],
};

/** `npm run bench -- NAME OPTIONS`: runs a benchmark. */
void main(() => {
  const [name = '', ...args] = process.argv.slice(2);
  const benchmark = Object.hasOwn(benchmarks, name) ? benchmarks[name] : undefined;
  if (!benchmark)
    throw new StartFailure(`npm run bench -- NAME, with a name of: ${Object.keys(benchmarks).join(', ')}`);
  const [folder, ...given] = benchmark;
  const command = [process.execPath, '--import', 'tsx', join(__dirname, folder, 'main.ts')] as const;
  return runInForeground([...command, ...given, ...args], { env: process.env });
});
