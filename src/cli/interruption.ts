import { Failure } from './failure.js';

const signals = { SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Runs work that can stop at a good point: Ctrl-C (or SIGTERM) aborts the signal it is given. The second one ends the
 * process at once, as without this.
 */
export async function interruptible<T>(work: (interrupted: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const listeners = Object.entries(signals).map(([name, status]) => {
    const listener = (): void => {
      controller.abort(new Failure('Interrupted.', status));
    };
    process.once(name, listener);
    return { name, listener };
  });
  try {
    return await work(controller.signal);
  } finally {
    for (const { name, listener } of listeners) process.off(name, listener);
  }
}
