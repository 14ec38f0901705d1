import { repeatedSignalMs } from './terminal.js';
import { CommandError } from './command-error.js';

const signals = { SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Runs work that stops cleanly: Ctrl-C or SIGTERM aborts its signal. A second signal, half a second later or more, ends
 * the process at once.
 */
export async function interruptible<T>(work: (interrupted: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  let firstSignalAt: number | undefined;
  const listeners = Object.entries(signals).map(([name, status]) => {
    const listener = (): void => {
      if (firstSignalAt === undefined) {
        firstSignalAt = Date.now();
        controller.abort(new CommandError('Interrupted.', status));
      } else if (Date.now() - firstSignalAt > repeatedSignalMs) {
        process.exit(status);
      }
    };
    process.on(name, listener);
    return { name, listener };
  });
  const stopListening = (): void => {
    for (const { name, listener } of listeners) process.off(name, listener);
  };
  try {
    return await work(controller.signal);
  } finally {
    // A repeat of the same signal may still arrive. It must not kill the process before the last messages are written.
    if (controller.signal.aborted) setTimeout(stopListening, repeatedSignalMs).unref();
    else stopListening();
  }
}
