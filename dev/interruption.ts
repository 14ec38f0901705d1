import { constants } from 'node:os';

/** A terminal's Ctrl-C reaches us and `npm`, which passes it on: twice within this time is once. */
const ECHO = 500;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Listens for what asks this process to leave. */
export interface Interruption {
  /** Aborted at the first request. */
  readonly signal: AbortSignal;
  /** The exit status that a shell expects after that. */
  readonly status: number;
  /** What to do when it is asked again, because it takes too long. */
  onHurry(hurry: () => void): void;
}

export function listenForInterruption(): Interruption {
  const controller = new AbortController();
  const hurries: (() => void)[] = [];
  let first = 0;
  let status = 0;
  const interrupt = (signal: (typeof SIGNALS)[number]): void => {
    if (!controller.signal.aborted) {
      first = Date.now();
      status = 128 + constants.signals[signal];
      controller.abort(new Interrupted());
    } else if (Date.now() - first > ECHO) {
      for (const hurry of hurries) hurry();
      process.exit(status);
    }
  };
  for (const signal of SIGNALS) process.on(signal, interrupt);
  exitWithNpm(() => {
    interrupt('SIGHUP');
  });
  return {
    signal: controller.signal,
    get status() {
      return status;
    },
    onHurry: (hurry) => hurries.push(hurry),
  };
}

/** The reason of everything that was called off by the person at the terminal. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
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
