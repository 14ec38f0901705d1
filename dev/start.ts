import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { demonstrationSettings } from './addresses.js';
import { build } from './build.js';
import { checkConfiguration } from './configuration.js';
import { dataDirOf } from './data-dir.js';
import { listenForShutdownSignals, type ShutdownSignals } from './shutdown-signals.js';
import { readEnvFile } from './env-file.js';
import { main } from './main.js';
import { readOptions } from './options.js';
import { expectFree, servicePort } from './port.js';
import { commandLine } from './run-program.js';
import { requestToken, serviceUrl, startService } from './service.js';
import { waitForAbort } from './services/aborted.js';
import { claimDataDir, type Claim } from './services/data-dir-claim.js';
import { StartFailure } from './services/start-failure.js';
import { startServices, type Services } from './services/start-services.js';
import { report, step } from './services/step.js';
import { startupBanner } from './startup-banner.js';

/** The service drains requests for up to 25 s. */
const STOP_TIMEOUT_MS = 30_000;

/**
 * `npm start`: starts PostgreSQL, Elasticsearch and the service with demonstration data, until Ctrl-C.
 * `--empty`: loads only the demonstration clients. `--watch` (`npm run start:dev`): runs the service by `nest start --watch`.
 * `--debug` (`npm run start:debug`): as well, with Node's inspector.
 */
async function start(): Promise<number> {
  const options = readOptions(
    { empty: false, watch: false, debug: false },
    'npm start takes the options --empty, --watch and --debug.',
  );
  readEnvFile();
  if (process.env.NODE_ENV === 'production') {
    throw new StartFailure(
      'npm start is for development: its demonstration data has public passwords. For NODE_ENV=production set\n' +
        'DATABASE_URL and ELASTICSEARCH_URL, and run\n' +
        '  npm run build && npm run cli -- migrate && npm run start:prod',
    );
  }
  checkConfiguration(process.env);
  const port = servicePort(process.env);
  const dataDir = dataDirOf(process.env);
  mkdirSync(dataDir, { recursive: true });
  const claim = claimDataDir(dataDir, 'npm start', port);
  try {
    const shutdown = listenForShutdownSignals();
    shutdown.onSecondSignal(() => {
      claim.release();
    });
    await expectFree(port);
    return await withServices({ port, dataDir, claim, shutdown, ...options });
  } finally {
    claim.release();
  }
}

interface Run {
  readonly port: number;
  readonly dataDir: string;
  readonly claim: Claim;
  readonly shutdown: ShutdownSignals;
  readonly empty: boolean;
  readonly watch: boolean;
  readonly debug: boolean;
}

async function withServices(run: Run): Promise<number> {
  const services = await buildAndStartServices(run);
  run.shutdown.onSecondSignal(() => {
    services.kill();
  });
  try {
    run.claim.publish(services);
    return await serve(run, services);
  } finally {
    await services.stop();
  }
}

/** Builds and starts at the same time. If one fails, the other is cancelled. */
async function buildAndStartServices({ dataDir, shutdown }: Run): Promise<Services> {
  const failure = new AbortController();
  const abort = AbortSignal.any([shutdown.signal, failure.signal]);
  const building = build(report, { env: process.env, abort });
  building.catch((error: unknown) => {
    failure.abort(error);
  });
  const starting = startServices({ dataDir, env: process.env, report, abort });
  starting.catch((error: unknown) => {
    failure.abort(error);
  });
  const [services, built] = await Promise.allSettled([starting, building]);
  if (services.status === 'fulfilled' && built.status === 'fulfilled') return services.value;
  if (services.status === 'fulfilled') await services.value.stop();
  throw failure.signal.reason;
}

async function serve({ port, dataDir, shutdown, empty, watch, debug }: Run, services: Services): Promise<number> {
  const abort = AbortSignal.any([shutdown.signal, services.lost]);
  const env = {
    ...demonstrationSettings,
    ...process.env,
    DATABASE_URL: services.databaseUrl,
    ELASTICSEARCH_URL: services.elasticsearchUrl,
  };
  const cli = commandLine({ env, abort });
  await step(report, 'Migrations', () => cli('migrate'));
  await step(report, empty ? 'Demonstration clients' : 'Demonstration data', () =>
    cli('seed', ...(empty ? ['--empty'] : [])),
  );

  const logFile = join(dataDir, 'service.log');
  const service = await step(report, 'Service', () => startService({ port, env, logFile, abort, watch, debug }));
  shutdown.onSecondSignal(() => {
    service.signal('SIGKILL');
  });
  try {
    const address = serviceUrl(port, env);
    const token = await requestToken(address);
    const milliseconds = performance.now();
    process.stdout.write(startupBanner({ address, token, dataDir, logFile, demonstration: !empty, milliseconds }));
    await Promise.race([service.exited, waitForAbort(abort)]);
    abort.throwIfAborted();
    throw new StartFailure(`The service has stopped unexpectedly.\n${service.logTail()}`);
  } finally {
    await service.stop(STOP_TIMEOUT_MS);
  }
}

void main(start);
