import { hash, verify } from '@node-rs/argon2';
import { Bulkhead } from '../concurrency/bulkhead.js';

/** Hashing uses the thread pool that DNS look-ups of new connections need. Many guesses at once must not fill it. */
const bulkhead = new Bulkhead({ concurrency: 2, maxWaiting: 200, newestFirstAfterMs: 1000, waitTimeoutMs: 5000 });

/** Hashes a password or client secret with argon2id, with the parameters that OWASP recommends. */
export function hashSecret(secret: string): Promise<string> {
  return bulkhead.run(() => hash(secret, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }));
}

let decoyHash: Promise<string> | undefined;

/**
 * Compares a password or client secret with its hash.
 *
 * @param hashed if absent, the secret is compared with a decoy: the time taken must not tell whether a user or client exists
 * @param beforeCompare runs right before the comparison, after the wait for the bulkhead: attempts are limited there, so
 *   that guesses sent at once are counted one after another
 * @throws BulkheadFullError
 */
export async function verifySecret(
  secret: string,
  hashed: string | null | undefined,
  beforeCompare: () => Promise<void> = () => Promise.resolve(),
): Promise<boolean> {
  decoyHash ??= hashSecret('decoy');
  const compared = hashed ?? (await decoyHash);
  const matches = await bulkhead.run(async () => {
    await beforeCompare();
    return verify(compared, secret);
  });
  return hashed !== null && hashed !== undefined && matches;
}
