import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { StartFailure } from '../dev/services/start-failure.js';

/** Reads the milliseconds of processor time that a program has used so far. NaN where the system does not tell. */
export type ProcessorTime = () => number;

/** Milliseconds of a tick in /proc: Linux counts 100 in a second. */
const tick = 10;

export function processTime(pid: number | undefined): ProcessorTime {
  return () => usedBy(pid) ?? Number.NaN;
}

/** Of a server with a process for each connection: of ended ones, too. */
export function treeTime(pid: number): ProcessorTime {
  return () => {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    return [pid, ...children.map(Number)].reduce((sum, one) => sum + (usedBy(one, one === pid) ?? 0), 0);
  };
}

/** The process that Elasticsearch says it is, if that runs on this machine. */
export async function elasticsearchTime(url: string): Promise<ProcessorTime> {
  const response = await fetch(`${url}/_nodes/_local/process?filter_path=nodes.*.process.id`);
  const { nodes } = (await response.json()) as { nodes: Record<string, { process: { id: number } }> };
  return processTime(Object.values(nodes)[0]?.process.id);
}

/** Milliseconds of processor time. */
function usedBy(pid = Number.NaN, withEnded = false): number | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain spaces, so fields are counted after it.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return fields.slice(11, withEnded ? 15 : 13).reduce((sum, ticks) => sum + Number(ticks), 0) * tick;
  } catch {
    return undefined;
  }
}

export interface ProcessMeasurement {
  readonly seconds: number;
  /** Processor time of the program and of those that it starts, without that of the servers. 0 where it is not known. */
  readonly processorSeconds: number;
  /** Peak resident memory in bytes. 0 where it is not known. */
  readonly peak: number;
}

/** Runs a program, and samples it five times a second. */
export async function measureProcess(
  [command, ...args]: readonly [string, ...string[]],
  { env, abort }: { env: NodeJS.ProcessEnv; abort: AbortSignal },
  output: 'ignore' | 'inherit' = 'ignore',
): Promise<ProcessMeasurement> {
  const started = performance.now();
  const child = spawn(command, args, { env, stdio: ['ignore', output, 'inherit'] });
  abort.addEventListener('abort', () => child.kill());
  let peak = 0;
  const sampler = setInterval(() => (peak = Math.max(peak, peakOf(child.pid))), 200);
  const before = endedTime();
  const [code] = (await once(child, 'exit')) as [number | null];
  clearInterval(sampler);
  const processorSeconds = (endedTime() - before) / 1000;
  abort.throwIfAborted();
  if (code !== 0) throw new StartFailure(`${args.join(' ')} failed.`);
  return { seconds: (performance.now() - started) / 1000, processorSeconds, peak };
}

/** Milliseconds of processor time of all ended children. */
function endedTime(): number {
  return (usedBy(process.pid, true) ?? 0) - (usedBy(process.pid) ?? 0);
}

function peakOf(pid = Number.NaN): number {
  try {
    return Number(/^VmHWM:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
  } catch {
    // The process has ended, or this is another system.
    return 0;
  }
}
