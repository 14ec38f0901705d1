import { readdirSync, readFileSync } from 'node:fs';
import { runSql } from '../../../dev/services/sql.js';

/** Reads the milliseconds of processor time that a program has used so far. NaN where the system does not tell. */
export type ProcessorTime = () => number;

/** Milliseconds of a tick in /proc: Linux counts 100 in a second. */
const tick = 10;

export function processTime(pid: number | undefined): ProcessorTime {
  return () => statOf(pid)?.own ?? Number.NaN;
}

/** The process that Elasticsearch says it is, if that runs on this machine. */
export async function elasticsearchTime(url: string): Promise<ProcessorTime> {
  const response = await fetch(`${url}/_nodes/_local/process?filter_path=nodes.*.process.id`);
  const { nodes } = (await response.json()) as { nodes: Record<string, { process: { id: number } }> };
  return processTime(Object.values(nodes)[0]?.process.id);
}

/** All processes of PostgreSQL, those that have ended included. */
export async function postgresTime(databaseUrl: string): Promise<ProcessorTime> {
  const [row] = await runSql<{ pid: number }>(
    databaseUrl,
    "SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'",
  );
  const postmaster = statOf(row?.pid)?.parent;
  return () => {
    const server = statOf(postmaster);
    if (!server) return Number.NaN;
    const children = pids().flatMap((pid) => statOf(pid) ?? []);
    const running = children.filter(({ parent }) => parent === postmaster);
    return running.reduce((sum, { own }) => sum + own, server.own + server.ended);
  };
}

interface Stat {
  readonly parent: number;
  readonly own: number;
  /** Of its children that have ended. */
  readonly ended: number;
}

function statOf(pid: number | undefined): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid ?? 'none'}/stat`, 'utf8');
    // The name in parentheses may contain spaces, so fields are counted after it.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
    return { parent: fields[1] ?? 0, own: (user + system) * tick, ended: (endedUser + endedSystem) * tick };
  } catch {
    return undefined;
  }
}

function pids(): number[] {
  return readdirSync('/proc').map(Number).filter(Boolean);
}
