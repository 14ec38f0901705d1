import { Client } from 'pg';
import { type World } from '../crashes/world.js';
import { type ElasticsearchProxy, type Manner } from './elasticsearch-proxy.js';
import { elasticsearchProcess, freeze, postgresProcesses } from './freeze.js';

export interface Scene {
  world: World;
  proxy: ElasticsearchProxy;
}

/** Something that happens to a server, and its end. */
export interface Fault {
  name: string;
  /** What cannot be answered meanwhile. */
  hits: 'search' | 'all';
  /** @returns what ends it */
  strike(scene: Scene): Promise<() => Promise<void> | void>;
}

function manner(name: string, as: Manner): Fault {
  return {
    name,
    hits: 'search',
    strike: ({ proxy }) => {
      proxy.manner = as;
      return Promise.resolve(() => {
        proxy.manner = 'pass';
      });
    },
  };
}

export const faults: readonly Fault[] = [
  {
    name: 'Elasticsearch refused',
    hits: 'search',
    strike: ({ proxy }) => {
      proxy.close();
      return Promise.resolve(() => proxy.listen());
    },
  },
  {
    name: 'Elasticsearch frozen',
    hits: 'search',
    strike: async ({ world }) => freeze(await elasticsearchProcess(world.elasticsearchUrl)),
  },
  manner('Elasticsearch slow by 5 s', 'slow'),
  manner('Elasticsearch cut in mid-body', 'cut'),
  manner('Elasticsearch answers 429', 'busy'),
  {
    name: 'Elasticsearch killed and restarted',
    hits: 'search',
    strike: async ({ world }) => {
      await world.kill('elasticsearch');
      return () => world.revive('elasticsearch');
    },
  },
  {
    name: 'PostgreSQL killed and restarted',
    hits: 'all',
    strike: async ({ world }) => {
      await world.kill('postgres');
      return () => world.revive('postgres');
    },
  },
  {
    name: 'PostgreSQL frozen',
    hits: 'all',
    strike: async ({ world }) => freeze(await postgresProcesses(world.databaseUrl)),
  },
  {
    name: 'Pool of connections exhausted',
    hits: 'all',
    strike: async ({ world }) => {
      const blocker = new Client({ connectionString: world.databaseUrl });
      await blocker.connect();
      await blocker.query('BEGIN; LOCK TABLE users');
      return () => blocker.end();
    },
  },
];
