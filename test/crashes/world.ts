import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { once } from 'node:events';
import { nodeCommand } from '../../dev/run-program.js';
import { startService } from '../../dev/service.js';
import { type Child } from '../../dev/services/child.js';
import { elasticsearchHome, layOutElasticsearchHome } from '../../dev/services/elasticsearch-home.js';
import { startEmbeddedElasticsearch } from '../../dev/services/embedded-elasticsearch.js';
import { postgresPrograms, startEmbeddedPostgres } from '../../dev/services/embedded-postgres.js';
import { freePort } from '../../dev/services/free-port.js';
import { findJdk, type Jdk } from '../../dev/services/jdk.js';
import { type EmbeddedService } from '../../dev/services/running-service.js';
import { StartFailure } from '../../dev/services/start-failure.js';

/** Who can be killed. */
export const victims = ['service', 'postgres', 'elasticsearch'] as const;

export type Victim = (typeof victims)[number];

/** What a command came to. */
export interface Ended {
  status: number | null;
  output: string;
  messages: string;
}

/** PostgreSQL, Elasticsearch and the service, each a process that can be killed and started again where it was. */
export class World {
  private postgres!: EmbeddedService;
  private elasticsearch!: EmbeddedService;
  private service!: Child;
  /** The commands that run: with the service, its program dies everywhere. */
  private readonly commands = new Set<ChildProcess>();

  private constructor(
    private readonly folder: string,
    private readonly home: string,
    private readonly jdk: Jdk,
    private readonly programs: string,
    private readonly ports: Record<Victim, number>,
    private readonly abort: AbortSignal,
    private readonly settings: NodeJS.ProcessEnv,
  ) {}

  /**
   * @param cacheDir where Elasticsearch's jars are kept
   * @param settings environment of the service and of commands beside the addresses
   */
  static async start(
    folder: string,
    cacheDir: string,
    abort: AbortSignal,
    settings: NodeJS.ProcessEnv = {},
  ): Promise<World> {
    const jdk = findJdk(process.env);
    const programs = postgresPrograms();
    if (!jdk || !programs) throw new StartFailure('Servers that are to be killed have to be embedded: see README.');
    const home = elasticsearchHome(cacheDir);
    if (!existsSync(home)) await layOutElasticsearchHome(home, jdk, abort);
    const ports = { service: await freePort(), postgres: await freePort(), elasticsearch: await freePort() };
    const world = new World(folder, home, jdk, programs, ports, abort, settings);
    await Promise.all([world.revive('postgres'), world.revive('elasticsearch')]);
    const migrated = await world.cli('migrate');
    if (migrated.status !== 0) throw new StartFailure(migrated.messages);
    await world.revive('service');
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

  /** Starts one again, with the data that it left. */
  async revive(victim: Victim): Promise<void> {
    const { folder, ports, abort } = this;
    switch (victim) {
      case 'postgres':
        this.postgres = await startEmbeddedPostgres(this.programs, folder, true, abort, ports.postgres);
        return;
      case 'elasticsearch': {
        const settings = { 'http.port': ports.elasticsearch };
        const { home, jdk } = this;
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

  /** The service has to outlive what it works with. */
  get isServing(): boolean {
    return this.service.running;
  }

  async cli(...args: string[]): Promise<Ended> {
    const [command, ...rest] = nodeCommand('dist/cli/main.js', ...args);
    const child = spawn(command, rest, { env: this.env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.commands.add(child);
    const closed = once(child, 'close') as Promise<[number | null]>;
    const [output, messages, [status]] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
    this.commands.delete(child);
    return { status, output, messages };
  }

  async stop(): Promise<void> {
    await this.service.stop(5000);
    await Promise.all([this.postgres.stop(), this.elasticsearch.stop()]);
  }
}
