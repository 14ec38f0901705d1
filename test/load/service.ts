import { join } from 'node:path';
import { Random } from '../../bench/random.js';
import { type BenchServices, report, withServices } from '../../bench/directory.js';
import { writeLines } from '../../bench/import/write-lines.js';
import { nodeCommand, runQuietly } from '../../dev/run-program.js';
import { demonstrationToken, startService } from '../../dev/service.js';
import { type Child } from '../../dev/services/child.js';
import { freePort } from '../../dev/services/free-port.js';
import { step } from '../../dev/services/step.js';
import { Callers } from './callers.js';
import { placeLines } from './places.js';
import { Traffic } from './traffic.js';

const places = 20_000;
const seed = 7;

/** A service over some places, as it runs in production, and its callers. */
export interface LoadedService {
  readonly service: Child;
  readonly callers: Callers;
  readonly url: string;
  readonly databaseUrl: string;
  readonly abort: AbortSignal;
}

/** @param settings environment of the service beside the addresses, for which the folder of its data is given */
export function withLoadedService(
  settings: (dataDir: string) => NodeJS.ProcessEnv,
  work: (loaded: LoadedService) => Promise<number>,
): Promise<number> {
  return withServices({ NODE_ENV: 'test' }, (services) => serve(services, settings(services.dataDir), work));
}

async function serve(
  { variables, dataDir, abort }: BenchServices,
  settings: NodeJS.ProcessEnv,
  work: (loaded: LoadedService) => Promise<number>,
): Promise<number> {
  const env = { ...process.env, ...variables, NODE_ENV: 'test' };
  const cli = (...args: string[]): Promise<void> =>
    runQuietly(args.join(' '), nodeCommand('dist/cli/main.js', ...args), { env, abort });
  const file = join(dataDir, 'load-places.ndjson');
  await writeLines(file, placeLines(places, new Random(seed)));
  await step(report, `${places.toLocaleString('en')} places imported`, async () => {
    await cli('migrate');
    await cli('seed');
    await cli('import', 'places', file);
  });
  const port = await freePort();
  const logFile = join(dataDir, 'loaded-service.log');
  const service = await startService({ port, env: { ...env, LOG_LEVEL: 'warn', ...settings }, logFile, abort });
  const url = `http://127.0.0.1:${port}`;
  const callers = new Callers(url, await demonstrationToken(port), new Traffic(new Random(seed), places));
  try {
    return await work({ service, callers, url, databaseUrl: variables.DATABASE_URL, abort });
  } finally {
    callers.close();
    await service.stop(10_000);
  }
}
