import { type DestinationStream, pino } from 'pino';

/** How much waits for a disk that is full, at most; what comes on top of it is lost. */
export const pendingBytes = 1024 * 1024;

/**
 * Where the log is written: standard output, line by line. When that fails, as on a full disk, the service goes on, and
 * each line tries again to write what waits.
 *
 * @param target a file's descriptor or path; standard output unless a test wants to see it fail
 */
export function logDestination(target: number | string = 1): DestinationStream {
  // Without a least length its flush() does nothing; with one of a byte each line is still written at once.
  const destination = pino.destination({ dest: target, sync: true, minLength: 1, maxLength: pendingBytes });
  // pino lets errors of writing end the process. There is nobody to tell: this is where one would be told.
  destination.on('error', () => undefined);
  // A line for which there is no room is not even tried: without this nothing ever would be again.
  destination.on('drop', () => {
    destination.flush();
  });
  return destination;
}
