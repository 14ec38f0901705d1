import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates a folder for the tests of a suite, empties it after each test, and removes it in the end. @returns its path */
export function useTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'test-'));
  afterEach(() => {
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  return folder;
}
