import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startEmbeddedElasticsearch } from '../../dev/services/embedded-elasticsearch.js';
import { type EmbeddedServers } from '../../dev/services/embedded-servers.js';
import { freePort } from '../../dev/services/free-port.js';
import { type EmbeddedService } from '../../dev/services/running-service.js';
import { StartFailure } from '../../dev/services/start-failure.js';
import { freeze } from '../faults/faults.js';

const timeoutMs = 120_000;

interface Shard {
  node: string | null;
  state: string;
}

/** Elasticsearch nodes that find each other. */
export class Cluster {
  private readonly nodes: EmbeddedService[] = [];
  private readonly transports: number[] = [];

  constructor(
    private readonly servers: EmbeddedServers,
    private readonly folder: string,
    private readonly abort: AbortSignal,
  ) {}

  /** Starts the first nodes. */
  async start(size: number): Promise<void> {
    for (let at = 0; at < size; at += 1) this.transports.push(await freePort());
    const masters = this.transports.map((_, at) => `node-${at}`).join(',');
    const started = await Promise.allSettled(
      this.transports.map((_, at) => this.startNode(at, { 'cluster.initial_master_nodes': masters })),
    );
    for (const node of started) if (node.status === 'fulfilled') this.nodes.push(node.value);
    const failure = started.find((node) => node.status === 'rejected');
    if (failure) throw failure.reason;
  }

  get urls(): string[] {
    return this.nodes.map(({ url }) => url);
  }

  /** Adds a node. @returns its name */
  async join(): Promise<string> {
    const at = this.transports.push(await freePort()) - 1;
    this.nodes.push(await this.startNode(at, {}));
    return `node-${at}`;
  }

  /** Moves all shards away from a node, as before it is shut down. */
  async drain(at: number): Promise<void> {
    const settings = { persistent: { 'cluster.routing.allocation.exclude._name': `node-${at}` } };
    await this.ask('/_cluster/settings', 'PUT', settings);
    await this.until(async () => (await this.shards()).every(({ node }) => node !== `node-${at}`));
  }

  /** Waits until a shard has moved to a node, and none moves any more. */
  async waitForShardsOn(name: string): Promise<void> {
    await this.until(async () => {
      const shards = await this.shards();
      return shards.some(({ node }) => node === name) && shards.every(({ state }) => state === 'STARTED');
    });
  }

  /** @param condition a parameter of Elasticsearch's health */
  async waitFor(condition: string): Promise<void> {
    await this.ask(`/_cluster/health?${condition}&timeout=60s`);
  }

  async crash(at: number): Promise<void> {
    await this.nodes[at]?.crash();
  }

  /** Suspends a node: its connections stay open without responses. @returns a function that resumes it */
  async freeze(at: number): Promise<() => void> {
    const { nodes } = (await this.ask(`/_nodes/node-${at}/process`)) as {
      nodes: Record<string, { process: { id: number } }>;
    };
    return freeze(Object.values(nodes).map(({ process }) => process.id));
  }

  async stop(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.stop()));
  }

  private startNode(at: number, settings: Record<string, string>): Promise<EmbeddedService> {
    const { home, jdk } = this.servers;
    return startEmbeddedElasticsearch(home, jdk, join(this.folder, `${at}`), true, process.env, this.abort, {
      'discovery.type': undefined,
      'discovery.seed_hosts': this.transports.map((port) => `127.0.0.1:${port}`).join(','),
      'cluster.name': `cluster-${process.pid}`,
      'node.name': `node-${at}`,
      'transport.port': this.transports[at] ?? 0,
      ...settings,
    });
  }

  /** While a shard moves, its node is `node-1 -> 127.0.0.1 … node-3`. */
  private shards(): Promise<Shard[]> {
    return this.ask('/_cat/shards?format=json&h=node,state') as Promise<Shard[]>;
  }

  private async until(condition: () => Promise<boolean>): Promise<void> {
    const deadline = Date.now() + timeoutMs;
    while (!(await condition())) {
      if (Date.now() > deadline) throw new StartFailure('The shards do not move.');
      await delay(200);
    }
  }

  /** Asks the second node, which no test kills. */
  private async ask(path: string, method = 'GET', body?: object): Promise<unknown> {
    const response = await fetch(`${this.nodes[1]?.url ?? ''}${path}`, {
      method,
      headers: { 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new StartFailure(`Elasticsearch: ${await response.text()}`);
    return response.json();
  }
}
