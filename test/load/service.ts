import { join } from 'node:path';
import { writeLines } from '../../bench/places.js';
import { Random } from '../support/random.js';
import { type BenchServices, withServices } from '../../bench/servers.js';
import { commandLine } from '../../dev/run-program.js';
import { requestToken, startService } from '../../dev/service.js';
import { type Child } from '../../dev/services/child.js';
import { freePort } from '../../dev/services/free-port.js';
import { report, step } from '../../dev/services/step.js';
import { LoadGenerator } from './load-generator.js';
import { placeLines } from './places.js';
import { traffic } from './traffic.js';

const places = 20_000;
const seed = 7;

/** A process of the service. */
export interface Replica {
  readonly port: number;
  readonly url: string;
  process: Child;
}

/** The service as in production, in one process or more, and the clients that send requests to it. */
export class ServiceUnderLoad {
  private readonly replicas: Replica[] = [];
  private readonly loads: LoadGenerator[] = [];

  /** @param settings environment variables of the service */
  constructor(
    private readonly services: BenchServices,
    private readonly settings: NodeJS.ProcessEnv,
  ) {}

  get abort(): AbortSignal {
    return this.services.abort;
  }

  get databaseUrl(): string {
    return this.services.variables.DATABASE_URL;
  }

  /** Starts a process on a free port. */
  async start(): Promise<Replica> {
    const port = await freePort();
    const replica = { port, url: `http://127.0.0.1:${port}`, process: await this.startOn(port) };
    this.replicas.push(replica);
    return replica;
  }

  /** Starts a process again that has stopped. */
  async restart(replica: Replica): Promise<void> {
    replica.process = await this.startOn(replica.port);
  }

  /** Makes clients that have a token. @param next the path of the next request; by default of all kinds */
  load(url: string, token: string, next: () => string = traffic(new Random(seed), places)): LoadGenerator {
    const load = new LoadGenerator(url, token, next);
    this.loads.push(load);
    return load;
  }

  async stop(): Promise<void> {
    for (const load of this.loads) load.close();
    await Promise.all(this.replicas.map((replica) => replica.process.stop(10_000)));
  }

  private startOn(port: number): Promise<Child> {
    const { variables, dataDir, abort } = this.services;
    const env = { ...process.env, ...variables, NODE_ENV: 'test', LOG_LEVEL: 'warn', ...this.settings };
    return startService({ port, env, logFile: join(dataDir, `service-${port}.log`), abort });
  }
}

/** Stops the processes and the clients after the work. */
export async function withServiceOver<T>(
  services: BenchServices,
  settings: NodeJS.ProcessEnv,
  work: (service: ServiceUnderLoad) => Promise<T>,
): Promise<T> {
  const service = new ServiceUnderLoad(services, settings);
  try {
    return await work(service);
  } finally {
    await service.stop();
  }
}

interface ServiceSetup {
  /** Environment variables of the service. */
  readonly settings: NodeJS.ProcessEnv;
  readonly abort: AbortSignal;
}

/** A service over new servers with the small sample, and with some thousand places for `traffic`. */
export function withService<T>(
  { settings, abort, withPlaces }: ServiceSetup & { withPlaces: boolean },
  work: (service: ServiceUnderLoad) => Promise<T>,
): Promise<T> {
  return withServices({ settings: { NODE_ENV: 'test' }, abort }, async (services) => {
    const { variables, dataDir } = services;
    const cli = commandLine({ env: { ...process.env, ...variables, NODE_ENV: 'test' }, abort });
    await cli('migrate');
    await cli('seed', '--small');
    if (withPlaces) {
      const file = join(dataDir, 'load-places.ndjson');
      await writeLines(file, placeLines(places, new Random(seed)));
      await step(report, `${places.toLocaleString('en')} places imported`, () => cli('import', 'places', file));
    }
    return withServiceOver(services, settings, work);
  });
}

/** One process of the service, and clients that send requests of all kinds. */
export interface LoadedService {
  readonly replica: Replica;
  readonly load: LoadGenerator;
  readonly databaseUrl: string;
  readonly abort: AbortSignal;
}

export function withLoadedService<T>(setup: ServiceSetup, work: (loaded: LoadedService) => Promise<T>): Promise<T> {
  return withService({ ...setup, withPlaces: true }, async (service) => {
    const { databaseUrl, abort } = service;
    const replica = await service.start();
    const load = service.load(replica.url, await requestToken(replica.url));
    return work({ replica, load, databaseUrl, abort });
  });
}
