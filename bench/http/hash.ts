import { createHash } from 'node:crypto';

/** The same text for equal values. */
export function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}
