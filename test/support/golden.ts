import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Compares a whole body with the committed one, test/golden/NAME. `UPDATE_GOLDEN=1` writes what came instead, so that
 * a changed answer shows in the review.
 */
export function expectGolden(name: string, text: string): void {
  const file = join(process.cwd(), 'test/golden', name);
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, text);
  expect(text).toBe(readFileSync(file, 'utf8'));
}
