import { setTimeout as delay } from 'node:timers/promises';
import { type Answer, type Directory } from './directory.js';

const ATTEMPTS = 30;

/** Repeats a GET after each 503, because a shared Elasticsearch may be overloaded. @returns the last response */
export async function getWithRetry(directory: Directory, path: string, token: string): Promise<Answer> {
  let response = await directory.get(path, token);
  for (let attempt = 1; response.status === 503 && attempt < ATTEMPTS; attempt += 1) {
    await delay(1000);
    response = await directory.get(path, token);
  }
  return response;
}

/**
 * How long the effect of a notification may take. It takes milliseconds. Without the notification, caches forget by themselves after
 * 30 s, so a test that waits no longer than this fails when a notification is lost.
 */
export const NOTIFICATION_SECONDS = 2;

/** @throws Error if the condition does not hold within `seconds` */
export async function waitUntil(condition: () => boolean | Promise<boolean>, seconds: number): Promise<void> {
  const deadline = performance.now() + seconds * 1000;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`The condition did not hold within ${seconds} seconds`);
    await delay(20);
  }
}
