import { type RunningService } from './running-service.js';
import { step, type Report } from './step.js';

/** One way to come by a service: given, container or embedded. */
export interface Way {
  readonly label: string;
  readonly start: () => Promise<RunningService>;
}

/** What the choice and the start of a way depend on. */
export interface WaysOptions {
  readonly dataDir: string;
  readonly cacheDir: string;
  readonly env: NodeJS.ProcessEnv;
  readonly report: Report;
  readonly lasting: boolean;
  readonly abort: AbortSignal;
  /** Whether a container engine answers. */
  readonly engine: boolean;
}

/** A service that somebody else runs: it is not ours to stop. */
export function given(name: string, url: string): Way {
  return {
    label: `${name} (given)`,
    start: () =>
      Promise.resolve({
        url,
        exited: new Promise(() => undefined),
        stop: () => Promise.resolve(),
        kill: () => undefined,
      }),
  };
}

/** Takes the first way that works. An engine may answer and yet have no image and no way to get one. */
export async function startBestWay([best, ...others]: readonly Way[], report: Report): Promise<RunningService> {
  if (!best) throw new Error('There is no way to start it.');
  try {
    return await step(report, best.label, best.start);
  } catch (error) {
    if (others.length === 0) throw error;
    report(`  ${best.label} did not start: ${error instanceof Error ? error.message : String(error)}`);
    return startBestWay(others, report);
  }
}
