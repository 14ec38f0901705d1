import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { dataDirOf } from '../../dev/data-dir.js';
import { type Finished, finished, nodeCommand } from '../../dev/run-program.js';
import { startService } from '../../dev/service.js';
import { type Child } from '../../dev/services/child.js';
import { startEmbeddedElasticsearch } from '../../dev/services/embedded-elasticsearch.js';
import { startEmbeddedPostgres } from '../../dev/services/embedded-postgres.js';
import { type EmbeddedServers, findEmbeddedServers } from '../../dev/services/embedded-servers.js';
import { freePort } from '../../dev/services/free-port.js';
import { type EmbeddedService } from '../../dev/services/running-service.js';
import { StartFailure } from '../../dev/services/start-failure.js';
import { type SuiteRun } from './suite.js';

/** The processes that a test can kill. */
export const victims = ['service', 'postgres', 'elasticsearch'] as const;

export type Victim = (typeof victims)[number];

/** PostgreSQL, Elasticsearch and the service, each a process that a test can kill and restart at the same address. */
export class World {
  private postgres?: EmbeddedService;
  private elasticsearch?: EmbeddedService;
  private service?: Child;
  /** The running commands. They are killed together with the service. */
  private readonly commands = new Set<ChildProcess>();

  constructor(
    readonly folder: string,
    private readonly embedded: EmbeddedServers,
    private readonly ports: Record<Victim, number>,
    private readonly abort: AbortSignal,
    private readonly settings: NodeJS.ProcessEnv,
  ) {}

  async start(): Promise<void> {
    await Promise.all([this.restart('postgres'), this.restart('elasticsearch')]);
    const migrated = await this.cli('migrate');
    if (migrated.status !== 0) throw new StartFailure(migrated.messages);
    await this.restart('service');
  }

  get databaseUrl(): string {
    return this.postgres?.url ?? '';
  }

  get elasticsearchUrl(): string {
    return this.elasticsearch?.url ?? '';
  }

  get servicePort(): number {
    return this.ports.service;
  }

  /** The environment of the service and of commands. */
  private get env(): NodeJS.ProcessEnv {
    const addresses = { DATABASE_URL: this.databaseUrl, ELASTICSEARCH_URL: this.elasticsearchUrl };
    return { ...process.env, ...addresses, LOG_LEVEL: 'warn', NODE_ENV: 'test', ...this.settings };
  }

  /** `kill -9` */
  async kill(victim: Victim): Promise<void> {
    if (victim !== 'service') return this[victim]?.crash();
    for (const command of this.commands) command.kill('SIGKILL');
    this.service?.signal('SIGKILL');
    await this.service?.exited;
  }

  /** Starts a process with its existing data. */
  async restart(victim: Victim): Promise<void> {
    const { folder, ports, abort } = this;
    const { home, jdk, programs } = this.embedded;
    switch (victim) {
      case 'postgres':
        this.postgres = await startEmbeddedPostgres(programs, folder, true, abort, ports.postgres);
        return;
      case 'elasticsearch': {
        const settings = { 'http.port': ports.elasticsearch };
        this.elasticsearch = await startEmbeddedElasticsearch(home, jdk, folder, true, process.env, abort, settings);
        return;
      }
      case 'service':
        this.service = await startService({
          port: ports.service,
          env: this.env,
          logFile: join(folder, 'service.log'),
          abort,
        });
    }
  }

  /** Whether the service still runs. */
  get isServing(): boolean {
    return this.service?.running === true;
  }

  async cli(...args: string[]): Promise<Finished> {
    const [command, ...rest] = nodeCommand('dist/cli/main.js', ...args);
    const child = spawn(command, rest, { env: this.env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.commands.add(child);
    this.abort.addEventListener('abort', () => child.kill());
    return finished(child).finally(() => this.commands.delete(child));
  }

  async stop(): Promise<void> {
    await this.service?.stop(5000);
    await Promise.all([this.postgres?.stop(), this.elasticsearch?.stop()]);
  }
}

/** @param settings environment variables of the service and of commands */
export async function withWorld<T>(
  { folder, abort }: Pick<SuiteRun, 'folder' | 'abort'>,
  settings: NodeJS.ProcessEnv,
  work: (world: World) => Promise<T>,
): Promise<T> {
  const embedded = await findEmbeddedServers(dataDirOf(process.env), abort);
  const ports = { service: await freePort(), postgres: await freePort(), elasticsearch: await freePort() };
  const world = new World(folder, embedded, ports, abort, settings);
  try {
    await world.start();
    return await work(world);
  } finally {
    await world.stop();
  }
}
