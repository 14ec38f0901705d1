import { join } from 'node:path';
import { Random } from '../../src/demonstration/island/random.js';
import { writeLines } from '../../bench/import/write-lines.js';
import { type BenchServices, withServices } from '../../bench/servers.js';
import { commandLine } from '../../dev/run-program.js';
import { startOnFreePort } from '../../dev/service.js';
import { type Child } from '../../dev/services/child.js';
import { report, step } from '../../dev/services/step.js';
import { LoadGenerator } from './load-generator.js';
import { placeLines } from './places.js';
import { Traffic } from './traffic.js';

const places = 20_000;
const seed = 7;

/** A service over some places, as in production, and its load. */
export interface LoadedService {
  readonly service: Child;
  readonly load: LoadGenerator;
  readonly databaseUrl: string;
  readonly abort: AbortSignal;
}

/** @param settings environment variables of the service, for a data folder */
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
  const cli = commandLine({ env, abort });
  const file = join(dataDir, 'load-places.ndjson');
  await writeLines(file, placeLines(places, new Random(seed)));
  await step(report, `${places.toLocaleString('en')} places imported`, async () => {
    await cli('migrate');
    await cli('seed', '--small');
    await cli('import', 'places', file);
  });
  const logFile = join(dataDir, 'loaded-service.log');
  const serviceEnv = { ...env, LOG_LEVEL: 'warn', ...settings };
  const { service, url, token } = await startOnFreePort({ env: serviceEnv, logFile, abort });
  const load = new LoadGenerator(url, token, new Traffic(new Random(seed), places));
  try {
    return await work({ service, load, databaseUrl: variables.DATABASE_URL, abort });
  } finally {
    load.close();
    await service.stop(10_000);
  }
}
