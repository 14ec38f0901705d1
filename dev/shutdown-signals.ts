import { constants } from 'node:os';
import { repeatedSignalMs } from '../src/cli/repeated-signal.js';

/** What asks a program to leave. */
export const INTERRUPTIONS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Listens for what asks this process to leave. */
export interface Interruption {
  /** Aborted at the first request, with an `Interrupted` as the reason. */
  readonly signal: AbortSignal;
  /** What to do when it is asked again, because it takes too long. */
  onHurry(hurry: () => void): void;
}

export function listenForInterruption(): Interruption {
  const controller = new AbortController();
  const hurries: (() => void)[] = [];
  let first = 0;
  const interrupt = (signal: (typeof INTERRUPTIONS)[number]): void => {
    const status = 128 + constants.signals[signal];
    if (!controller.signal.aborted) {
      first = Date.now();
      controller.abort(new Interrupted(status));
    } else if (Date.now() - first > repeatedSignalMs) {
      for (const hurry of hurries) hurry();
      process.exit(status);
    }
  };
  for (const signal of INTERRUPTIONS) process.on(signal, interrupt);
  exitWithNpm(() => {
    interrupt('SIGHUP');
  });
  return {
    signal: controller.signal,
    onHurry: (hurry) => hurries.push(hurry),
  };
}

/** The reason of everything that was called off by the person at the terminal. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';

  /** The exit status that a shell expects. */
  constructor(readonly status: number) {
    super('interrupted');
  }
}

/** When `npm` is killed it cannot pass that on; then another process becomes our parent. */
function exitWithNpm(leave: () => void): void {
  if (!process.env.npm_lifecycle_event) return;
  const npm = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(watch);
    leave();
  }, 1_000);
  watch.unref();
}
