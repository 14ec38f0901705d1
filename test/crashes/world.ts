import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Finished, finished, nodeCommand } from '../../dev/run-program.js';
import { startService } from '../../dev/service.js';
import { type Child } from '../../dev/services/child.js';
import { startEmbeddedElasticsearch } from '../../dev/services/embedded-elasticsearch.js';
import { startEmbeddedPostgres } from '../../dev/services/embedded-postgres.js';
import { type EmbeddedServers, findEmbeddedServers } from '../../dev/services/embedded-servers.js';
import { freePort } from '../../dev/services/free-port.js';
import { type EmbeddedService } from '../../dev/services/running-service.js';
import { StartFailure } from '../../dev/services/start-failure.js';

/** The processes that a test can kill. */
export const victims = ['service', 'postgres', 'elasticsearch'] as const;

export type Victim = (typeof victims)[number];

/** PostgreSQL, Elasticsearch and the service, each a process that a test can kill and restart at the same address. */
export class World {
  private postgres!: EmbeddedService;
  private elasticsearch!: EmbeddedService;
  private service!: Child;
  /** The running commands. They are killed together with the service. */
  private readonly commands = new Set<ChildProcess>();

  private constructor(
    readonly folder: string,
    private readonly embedded: EmbeddedServers,
    private readonly ports: Record<Victim, number>,
    private readonly abort: AbortSignal,
    private readonly settings: NodeJS.ProcessEnv,
  ) {}

  /**
   * @param cacheDir folder for Elasticsearch's jars
   * @param settings environment variables of the service and of commands
   */
  static async start(cacheDir: string, abort: AbortSignal, settings: NodeJS.ProcessEnv = {}): Promise<World> {
    const embedded = await findEmbeddedServers(cacheDir, abort);
    const folder = mkdtempSync(join(tmpdir(), 'world-'));
    const ports = { service: await freePort(), postgres: await freePort(), elasticsearch: await freePort() };
    const world = new World(folder, embedded, ports, abort, settings);
    await Promise.all([world.restart('postgres'), world.restart('elasticsearch')]);
    const migrated = await world.cli('migrate');
    if (migrated.status !== 0) throw new StartFailure(migrated.messages);
    await world.restart('service');
    return world;
  }

  get databaseUrl(): string {
    return this.postgres.url;
  }

  get elasticsearchUrl(): string {
    return this.elasticsearch.url;
  }

  get servicePort(): number {
    return this.ports.service;
  }

  /** The environment of the service and of commands. */
  private get env(): NodeJS.ProcessEnv {
    const addresses = { DATABASE_URL: this.postgres.url, ELASTICSEARCH_URL: this.elasticsearch.url };
    return { ...process.env, ...addresses, LOG_LEVEL: 'warn', NODE_ENV: 'test', ...this.settings };
  }

  /** `kill -9` */
  async kill(victim: Victim): Promise<void> {
    if (victim !== 'service') return this[victim].crash();
    for (const command of this.commands) command.kill('SIGKILL');
    this.service.signal('SIGKILL');
    await this.service.exited;
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
    return this.service.running;
  }

  async cli(...args: string[]): Promise<Finished> {
    const [command, ...rest] = nodeCommand('dist/cli/main.js', ...args);
    const child = spawn(command, rest, { env: this.env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.commands.add(child);
    return finished(child).finally(() => this.commands.delete(child));
  }

  async stop(): Promise<void> {
    await this.service.stop(5000);
    await Promise.all([this.postgres.stop(), this.elasticsearch.stop()]);
  }

  /** Removes the data. */
  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}
