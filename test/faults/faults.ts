import { Client } from 'pg';
import { type World } from '../crashes/world.js';
import { type ElasticsearchProxy, type Mode } from './elasticsearch-proxy.js';
import { elasticsearchProcess, freeze, postgresProcesses } from './freeze.js';

export interface Scene {
  world: World;
  proxy: ElasticsearchProxy;
}

/** A failure of a server. */
export interface Fault {
  name: string;
  /** The requests that fail. */
  affects: 'search' | 'all';
  /** @returns a function that ends the fault */
  begin(scene: Scene): Promise<() => Promise<void> | void>;
}

function proxyFault(name: string, mode: Mode): Fault {
  return {
    name,
    affects: 'search',
    begin: ({ proxy }) => {
      proxy.mode = mode;
      return Promise.resolve(() => {
        proxy.mode = 'pass';
      });
    },
  };
}

export const faults: readonly Fault[] = [
  {
    name: 'Elasticsearch refuses connections',
    affects: 'search',
    begin: ({ proxy }) => {
      proxy.close();
      return Promise.resolve(() => proxy.listen());
    },
  },
  {
    name: 'Elasticsearch frozen',
    affects: 'search',
    begin: async ({ world }) => freeze(await elasticsearchProcess(world.elasticsearchUrl)),
  },
  proxyFault('Elasticsearch slow by 5 s', 'slow'),
  proxyFault('Elasticsearch closes connections in mid-body', 'cut'),
  proxyFault('Elasticsearch returns 429', 'busy'),
  {
    name: 'Elasticsearch killed and restarted',
    affects: 'search',
    begin: async ({ world }) => {
      await world.kill('elasticsearch');
      return () => world.restart('elasticsearch');
    },
  },
  {
    name: 'PostgreSQL killed and restarted',
    affects: 'all',
    begin: async ({ world }) => {
      await world.kill('postgres');
      return () => world.restart('postgres');
    },
  },
  {
    name: 'PostgreSQL frozen',
    affects: 'all',
    begin: async ({ world }) => freeze(await postgresProcesses(world.databaseUrl)),
  },
  {
    name: 'Connection pool exhausted',
    affects: 'all',
    begin: async ({ world }) => {
      const blocker = new Client({ connectionString: world.databaseUrl });
      await blocker.connect();
      await blocker.query('BEGIN; LOCK TABLE users');
      return () => blocker.end();
    },
  },
];
