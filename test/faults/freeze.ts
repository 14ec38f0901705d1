import { execFileSync } from 'node:child_process';
import { Client } from 'pg';

/** Suspends processes: connections stay open without responses. @returns a function that resumes them */
export function freeze(pids: readonly number[]): () => void {
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  return () => {
    for (const pid of pids) process.kill(pid, 'SIGCONT');
  };
}

/** The process of the Elasticsearch node. */
export async function elasticsearchProcess(url: string): Promise<number[]> {
  const response = await fetch(`${url}/_nodes/process`);
  const { nodes } = (await response.json()) as { nodes: Record<string, { process: { id: number } }> };
  return Object.values(nodes).map((node) => node.process.id);
}

/** The main process of PostgreSQL and its children. */
export async function postgresProcesses(url: string): Promise<number[]> {
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
