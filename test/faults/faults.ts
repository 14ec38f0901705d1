import { execFileSync } from 'node:child_process';
import { Client } from 'pg';
import { deadConnections } from './dead-connections.js';
import { type Mode } from './elasticsearch-proxy.js';
import { type Fault } from './fault.js';
import { slowConnections } from './slow-connections.js';

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
  {
    name: 'Elasticsearch frozen for 18 s, 4 clients wait',
    affects: 'search',
    seconds: 18,
    waitingClients: 4,
    begin: async ({ world }) => freeze(await elasticsearchProcess(world.elasticsearchUrl)),
  },
  proxyFault('Elasticsearch slow by 5 s', 'slow'),
  proxyFault('Elasticsearch stops after 600 bytes of each response', 'stall'),
  proxyFault('Elasticsearch closes connections in mid-body', 'cut'),
  proxyFault('Elasticsearch returns 429', 'busy'),
  deadConnections,
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
    name: 'PostgreSQL frozen for 35 s',
    affects: 'all',
    seconds: 35,
    // A notification for itself is sent 2 s after the last one, and must come back within 2.5 s (src/database/listener.ts).
    searchesFailAfter: [2.5, 4.5],
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
  slowConnections({ slow: 500, idle: 5000 }),
];

/** Suspends processes: connections stay open without responses. @returns a function that resumes them */
export function freeze(pids: readonly number[]): () => void {
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  return () => {
    for (const pid of pids) process.kill(pid, 'SIGCONT');
  };
}

/** The process of the Elasticsearch node. */
async function elasticsearchProcess(url: string): Promise<number[]> {
  const response = await fetch(`${url}/_nodes/process`);
  const { nodes } = (await response.json()) as { nodes: Record<string, { process: { id: number } }> };
  return Object.values(nodes).map((node) => node.process.id);
}

/** The main process of PostgreSQL and its children. */
async function postgresProcesses(url: string): Promise<number[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const processes = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number) as [number, number]);
  await client.end();
  const first = processes.find(([pid]) => pid === rows[0]?.pid)?.[1];
  if (first === undefined) throw new Error('PostgreSQL does not run on this machine');
  return [first, ...processes.filter(([pid, parent]) => parent === first && pid !== rows[0]?.pid).map(([pid]) => pid)];
}
