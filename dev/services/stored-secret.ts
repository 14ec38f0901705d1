import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A random text that is made once and kept in the data folder, in a file that only its owner can read. */
export function secret(dataDir: string, name: string): string {
  const file = secretFile(dataDir, name);
  try {
    writeFileSync(file, randomBytes(12).toString('hex'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8');
}

export function secretFile(dataDir: string, name: string): string {
  return join(dataDir, name);
}
