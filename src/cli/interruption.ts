import { echoMs } from './echo.js';
import { Failure } from './failure.js';

const signals = { SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Runs work that can stop at a good point: Ctrl-C (or SIGTERM) aborts the signal it is given. Asked again later, the
 * process ends at once.
 */
export async function interruptible<T>(work: (interrupted: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  let first: number | undefined;
  const listeners = Object.entries(signals).map(([name, status]) => {
    const listener = (): void => {
      if (first === undefined) {
        first = Date.now();
        controller.abort(new Failure('Interrupted.', status));
      } else if (Date.now() - first > echoMs) {
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
    // An echo may be on its way, and must not end what is left to say.
    if (controller.signal.aborted) setTimeout(stopListening, echoMs).unref();
    else stopListening();
  }
}
