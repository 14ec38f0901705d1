import { type DestinationStream, pino } from 'pino';

/** The maximum size of lines that wait for a full disk, in bytes. Further lines are lost. */
export const pendingBytes = 1024 * 1024;

/**
 * Writes the log to standard output, line by line. If that fails, as on a full disk, the service continues and retries
 * with each line.
 *
 * @param target a file descriptor or path, for tests
 */
export function logDestination(target: number | string = 1): DestinationStream {
  // minLength: 1 because flush() does nothing with the default 0. Each line is still written at once.
  const destination = pino.destination({ dest: target, sync: true, minLength: 1, maxLength: pendingBytes });
  // Without this listener a write error ends the process. There is nowhere else to report it.
  destination.on('error', () => undefined);
  // When the buffer is full, pino drops lines without writing, so it would never recover by itself.
  destination.on('drop', () => {
    destination.flush();
  });
  return destination;
}
