import { type RunningService } from './running-service.js';
import { step, type Report } from './step.js';

/** How to get a backing service: an existing server, a container or embedded. */
export interface StartStrategy {
  readonly label: string;
  readonly start: () => Promise<RunningService>;
}

export interface StrategyOptions {
  readonly dataDir: string;
  readonly cacheDir: string;
  readonly env: NodeJS.ProcessEnv;
  readonly report: Report;
  readonly persistent: boolean;
  readonly abort: AbortSignal;
  /** Whether a container engine is running. */
  readonly engine: boolean;
}

/** A server that runs already, and is not stopped here. */
export function existingServer(name: string, url: string): StartStrategy {
  return {
    label: `${name} (existing server)`,
    start: () =>
      Promise.resolve({
        url,
        exited: new Promise(() => undefined),
        stop: () => Promise.resolve(),
        kill: () => undefined,
      }),
  };
}

/** Tries strategies in order. A container engine may run and still be unable to pull the image. */
export async function startFirstWorking(
  [first, ...others]: readonly StartStrategy[],
  report: Report,
): Promise<RunningService> {
  if (!first) throw new Error('No strategies given.');
  try {
    return await step(report, first.label, first.start);
  } catch (error) {
    if (others.length === 0) throw error;
    report(`  ${first.label} did not start: ${error instanceof Error ? error.message : String(error)}`);
    return startFirstWorking(others, report);
  }
}
