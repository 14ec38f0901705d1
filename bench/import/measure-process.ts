import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { StartFailure } from '../../dev/services/start-failure.js';

/** Milliseconds between looks at the memory of the process. */
const sampleIntervalMs = 200;

export interface ProcessMeasurement {
  seconds: number;
  /** Bytes: the most memory that the process held at a time (resident). */
  peak: number;
}

/** Runs a program that speaks for itself, and watches its memory. */
export async function measureProcess(
  [command, ...args]: readonly [string, ...string[]],
  { env, abort }: { env: NodeJS.ProcessEnv; abort: AbortSignal },
): Promise<ProcessMeasurement> {
  const began = performance.now();
  const child = spawn(command, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  abort.addEventListener('abort', () => child.kill());
  let peak = 0;
  const look = setInterval(() => {
    if (child.pid !== undefined) peak = Math.max(peak, residentOf(child.pid));
  }, sampleIntervalMs);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearInterval(look);
  abort.throwIfAborted();
  if (code !== 0) throw new StartFailure(`${args.join(' ')} failed.`);
  return { seconds: (performance.now() - began) / 1000, peak };
}

/** Linux remembers the peak itself; elsewhere it is what `ps` happens to see. */
function residentOf(pid: number): number {
  try {
    const kilobytes =
      process.platform === 'linux'
        ? /^VmHWM:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
        : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    return Number(kilobytes ?? 0) * 1024;
  } catch {
    // It has just ended.
    return 0;
  }
}
