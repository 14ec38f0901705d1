import { hash, verify } from '@node-rs/argon2';
import { Bulkhead } from '../concurrency/bulkhead.js';

/** Hashing uses the thread pool that DNS look-ups of new connections need. Many guesses at once must not fill it. */
const bulkhead = new Bulkhead({ concurrency: 2, maxWaiting: 200, newestFirstAfterMs: 1000, waitTimeoutMs: 5000 });

/**
 * The highest cost of a hash: memory in KiB, and memory times passes. Every sign-in pays it, two at a time, and a replica has
 * 640 MiB. Above the parameters of PHP, Django and the second of RFC 9106.
 */
export const maxHashCost = { memory: 131_072, work: 524_288 };

/** Whether a hash in PHC string format may be compared. False for text of another format. */
export function isAffordableHash(hashed: string): boolean {
  const [, memory, passes] = /^\$argon2[a-z]*\$(?:v=\d+\$)?m=(\d+),t=(\d+),/.exec(hashed) ?? [];
  return Number(memory) <= maxHashCost.memory && Number(memory) * Number(passes) <= maxHashCost.work;
}

/** The parameters that OWASP recommends for argon2id. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes a password or client secret with argon2id. */
export function hashSecret(secret: string): Promise<string> {
  return bulkhead.run(() => hash(secret, parameters));
}

let decoyHash: Promise<string> | undefined;

/**
 * Compares a password or client secret with its hash.
 *
 * @param hashed if absent, or too costly, the secret is compared with a decoy: the time taken must not tell whether a user or
 *   client exists
 * @param beforeCompare runs right before the comparison, after the wait for the bulkhead: attempts are limited there, so
 *   that guesses sent at once are counted one after another
 * @throws BulkheadFullError
 */
export async function verifySecret(
  secret: string,
  hashed: string | null | undefined,
  beforeCompare: () => Promise<void> = () => Promise.resolve(),
): Promise<boolean> {
  const isComparable = typeof hashed === 'string' && isAffordableHash(hashed);
  // Outside the bulkhead, which could reject it: the decoy is made once.
  decoyHash ??= hash('decoy', parameters);
  const compared = isComparable ? hashed : await decoyHash;
  const matches = await bulkhead.run(async () => {
    await beforeCompare();
    return verify(compared, secret);
  });
  return isComparable && matches;
}
