import { randomUUID } from 'node:crypto';
import { type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { errorMessage } from '../config/error-message.js';
import { CommandError } from './command-error.js';

// Only this file of the command line creates files: `.oxlintrc.json` admits no other imports that do. What commands
// write has data of people, so that only its owner may read it, whatever the umask is.

/** @throws the error of the file system, also if the file exists or is a link */
export function createPrivateFile(path: string): Promise<FileHandle> {
  return open(path, 'wx', 0o600);
}

/**
 * Writes texts to a file, compressed if its name ends in `.gz`. Writes a temporary file first, so that a failure leaves no partial
 * file and keeps an existing file. An existing file is replaced, with its permissions; so is a link, not what it points to.
 *
 * @throws CommandError if the file cannot be written; what `texts` throws
 */
export async function writePrivateFile(
  path: string,
  texts: AsyncIterable<string> | Iterable<string>,
  signal: AbortSignal,
): Promise<void> {
  await assertReplaceable(path);
  const temporaryPath = `${path}.${randomUUID()}`;
  try {
    const file = await createPrivateFile(temporaryPath);
    const text = Readable.from(texts, { objectMode: false });
    const output = file.createWriteStream();
    await (path.endsWith('.gz')
      ? pipeline(text, createGzip(), output, { signal })
      : pipeline(text, output, { signal }));
    await rename(temporaryPath, path);
  } catch (error) {
    await rm(temporaryPath, { force: true }).catch(() => undefined);
    signal.throwIfAborted();
    throw isFileError(error) ? new CommandError(`${path} cannot be written: ${errorMessage(error)}`) : error;
  }
}

/** Replacing a device such as /dev/stdout would remove it, even if it leads to a regular file at the moment. */
async function assertReplaceable(path: string): Promise<void> {
  const existing = await stat(path).catch(() => undefined);
  if (existing === undefined) return;
  const folder = await realpath(dirname(path)).catch(() => '');
  if (existing.isFile() && !/^\/(?:dev|dev\/fd|proc(?:\/.*)?)$/.test(folder)) return;
  throw new CommandError(`${path} is not a regular file. Without --output, the lines go to standard output.`);
}

/** Errors of the file system name a system call and a path. */
function isFileError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'syscall' in error && 'path' in error;
}
