import { constants } from 'node:os';
import { repeatedSignalMs } from '../src/cli/terminal.js';

export const SHUTDOWN_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export interface ShutdownSignals {
  /** Aborts on the first signal, with `Interrupted` as the reason. */
  readonly signal: AbortSignal;
  /** Called on a second signal, before the process exits. */
  onSecondSignal(callback: () => void): void;
}

export function listenForShutdownSignals(): ShutdownSignals {
  const controller = new AbortController();
  const callbacks: (() => void)[] = [];
  let first = 0;
  const interrupt = (signal: (typeof SHUTDOWN_SIGNALS)[number]): void => {
    const status = 128 + constants.signals[signal];
    if (!controller.signal.aborted) {
      first = Date.now();
      controller.abort(new Interrupted(status));
    } else if (Date.now() - first > repeatedSignalMs) {
      for (const callback of callbacks) callback();
      process.exit(status);
    }
  };
  for (const signal of SHUTDOWN_SIGNALS) process.on(signal, interrupt);
  exitWithNpm(() => {
    interrupt('SIGHUP');
  });
  return {
    signal: controller.signal,
    onSecondSignal: (callback) => callbacks.push(callback),
  };
}

/** The abort reason after a signal. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';

  /** @param status the exit status that a shell expects: 128 and the signal number */
  constructor(readonly status: number) {
    super('interrupted');
  }
}

/** A killed `npm` passes no signal on. The process then gets another parent. */
function exitWithNpm(shutdown: () => void): void {
  if (!process.env.npm_lifecycle_event) return;
  const npm = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(watch);
    shutdown();
  }, 1_000);
  watch.unref();
}
