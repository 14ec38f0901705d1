import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.js';
import { checkConfiguration } from './configuration.js';
import { dataHome } from './data-dir.js';
import { listenForInterruption, type Interruption } from './shutdown-signals.js';
import { main } from './main.js';
import { expectFree, servicePort } from './port.js';
import { node, quietly } from './run-program.js';
import { demonstrationToken, startService } from './service.js';
import { aborted } from './services/aborted.js';
import { claimDataDir, type Claim } from './services/data-dir-claim.js';
import { StartFailure } from './services/start-failure.js';
import { startServices, type Services } from './services/start-services.js';
import { step, type Report } from './services/step.js';
import { welcome } from './startup-banner.js';

/** The service stops taking requests, and finishes those that it has, in 25 s. */
const DRAIN = 30_000;

const report: Report = (line) => process.stdout.write(`${line}\n`);

/**
 * `npm start`: the service over PostgreSQL and Elasticsearch of its own, with the demonstration data, until Ctrl-C.
 * `npm start -- --empty`: only the demonstration clients.
 */
async function start(args: string[]): Promise<number> {
  const unknown = args.find((arg) => arg !== '--empty');
  if (unknown) throw new StartFailure(`npm start knows only --empty, not ${unknown}.`);
  if (process.env.NODE_ENV === 'production') {
    throw new StartFailure(
      'npm start is for development: its demonstration data has public passwords. With NODE_ENV=production run\n' +
        '  npm run build && npm run cli -- migrate && npm run start:prod\n' +
        'with DATABASE_URL and ELASTICSEARCH_URL.',
    );
  }
  checkConfiguration(process.env);
  const port = servicePort(process.env);
  const dataDir = dataHome(process.env);
  mkdirSync(dataDir, { recursive: true });
  const claim = claimDataDir(dataDir, 'npm start', port);
  try {
    const interruption = listenForInterruption();
    interruption.onHurry(() => {
      claim.release();
    });
    await expectFree(port);
    return await withServices({ port, dataDir, claim, interruption, empty: args.length > 0 });
  } finally {
    claim.release();
  }
}

interface Run {
  readonly port: number;
  readonly dataDir: string;
  readonly claim: Claim;
  readonly interruption: Interruption;
  readonly empty: boolean;
}

async function withServices(run: Run): Promise<number> {
  const services = await buildAndStartServices(run);
  run.interruption.onHurry(() => {
    services.kill();
  });
  try {
    run.claim.publish(services);
    return await serve(run, services);
  } finally {
    await services.stop();
  }
}

/** Both take seconds and neither needs the other. When one fails the other is called off. */
async function buildAndStartServices({ dataDir, interruption }: Run): Promise<Services> {
  const failure = new AbortController();
  const abort = AbortSignal.any([interruption.signal, failure.signal]);
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

async function serve({ port, dataDir, interruption, empty }: Run, services: Services): Promise<number> {
  const abort = AbortSignal.any([interruption.signal, services.lost]);
  const env = {
    ...process.env,
    DATABASE_URL: services.databaseUrl,
    ELASTICSEARCH_URL: services.elasticsearchUrl,
  };
  const cli = (...args: string[]): Promise<void> =>
    quietly(args.join(' '), node('dist/cli/main.js', ...args), { env, abort });
  await step(report, 'Migrations', () => cli('migrate'));
  await step(report, empty ? 'Demonstration clients' : 'Demonstration data', () =>
    cli('seed', ...(empty ? ['--empty'] : [])),
  );

  const logFile = join(dataDir, 'service.log');
  const service = await step(report, 'Service', () => startService({ port, env, logFile, abort }));
  interruption.onHurry(() => {
    service.signal('SIGKILL');
  });
  try {
    const token = await demonstrationToken(port);
    const milliseconds = performance.now();
    process.stdout.write(welcome({ port, token, dataDir, logFile, demonstration: !empty, milliseconds }));
    await Promise.race([service.exited, aborted(abort)]);
    abort.throwIfAborted();
    throw new StartFailure(`The service has ended.\n${service.logTail()}`);
  } finally {
    await service.stop(DRAIN);
  }
}

void main(() => start(process.argv.slice(2)));
