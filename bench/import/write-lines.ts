import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

/** Writes lines to a file, with backpressure. */
export async function writeLines(path: string, lines: Iterable<string>): Promise<void> {
  const file = createWriteStream(path);
  for (const line of lines) if (!file.write(`${line}\n`)) await once(file, 'drain');
  file.end();
  await once(file, 'finish');
}
