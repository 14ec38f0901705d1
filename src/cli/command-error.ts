import { setTimeout as delay } from 'node:timers/promises';
import { repeatedSignalMs } from './terminal.js';

/** An expected failure: its message is shown without a stack. */
export class CommandError extends Error {
  constructor(
    message: string,
    /** The exit status: 1; 2 for wrong usage; 128 and the signal number if interrupted. */
    readonly status = 1,
  ) {
    super(message);
  }
}

/** A part failed, as earlier messages say. */
export function incompleteError(): CommandError {
  return new CommandError('The command is incomplete: see above.');
}

/** The SQLSTATE or system error code. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
}

const maxAttempts = 5;

const retryDelayMs = 100;

/** SQLSTATE of a serialization failure and of a deadlock. */
const retryableCodes = ['40001', '40P01'];

/** Runs a transaction again after a conflict with another command. */
export async function retryOnDeadlock<T>(transaction: () => Promise<T>, attemptsLeft = maxAttempts): Promise<T> {
  try {
    return await transaction();
  } catch (error) {
    if (!retryableCodes.includes(errorCode(error) ?? '') || attemptsLeft <= 1) throw error;
    await delay(retryDelayMs);
    return retryOnDeadlock(transaction, attemptsLeft - 1);
  }
}

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
