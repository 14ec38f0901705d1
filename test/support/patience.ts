import { setTimeout as delay } from 'node:timers/promises';
import { type Answer, type Directory } from './directory.js';

const ATTEMPTS = 30;

/**
 * Asks again, as `Retry-After` says, while search is not available: thousands of searches may be too many for a small
 * Elasticsearch that others use as well. An answer of 503 that stays is given back.
 */
export async function getPatiently(directory: Directory, path: string, token: string): Promise<Answer> {
  let answer = await directory.get(path, token);
  for (let attempt = 1; answer.status === 503 && attempt < ATTEMPTS; attempt += 1) {
    await delay(1000);
    answer = await directory.get(path, token);
  }
  return answer;
}

/** Waits until a condition holds, however slow the machine is. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 25_000;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error('What was waited for did not come');
    await delay(20);
  }
}
