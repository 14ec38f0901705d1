import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A random secret, created once in a file of the data folder that only its owner can read. */
export function storedSecret(dataDir: string, name: string): string {
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
