import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { StartFailure } from '../../dev/services/start-failure.js';

const sampleIntervalMs = 200;

export interface ProcessMeasurement {
  seconds: number;
  /** Processor time of the program, without that of the servers. 0 where it is not known. */
  processorSeconds: number;
  /** Peak resident memory in bytes. */
  peak: number;
}

/** Runs a program and measures its duration and peak memory. */
export async function measureProcess(
  [command, ...args]: readonly [string, ...string[]],
  { env, abort }: { env: NodeJS.ProcessEnv; abort: AbortSignal },
  output: 'ignore' | 'inherit' = 'ignore',
): Promise<ProcessMeasurement> {
  const started = performance.now();
  const child = spawn(command, args, { env, stdio: ['ignore', output, 'inherit'] });
  abort.addEventListener('abort', () => child.kill());
  let [peak, processorSeconds] = [0, 0];
  const sampler = setInterval(() => {
    if (child.pid === undefined) return;
    peak = Math.max(peak, residentOf(child.pid));
    processorSeconds = Math.max(processorSeconds, processorSecondsOf(child.pid));
  }, sampleIntervalMs);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearInterval(sampler);
  abort.throwIfAborted();
  if (code !== 0) throw new StartFailure(`${args.join(' ')} failed.`);
  return { seconds: (performance.now() - started) / 1000, processorSeconds, peak };
}

/** The peak on Linux; elsewhere the current value from `ps`. */
function residentOf(pid: number): number {
  try {
    const kilobytes =
      process.platform === 'linux'
        ? /^VmHWM:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
        : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    return Number(kilobytes ?? 0) * 1024;
  } catch {
    // The process has ended.
    return 0;
  }
}

/** Linux counts in hundredths of a second. */
function processorSecondsOf(pid: number): number {
  try {
    const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    const fields = rest.split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    // The process has ended, or this is another system.
    return 0;
  }
}
