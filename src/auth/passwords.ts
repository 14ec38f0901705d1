import { hash, verify } from '@node-rs/argon2';
import { Bulkhead, type Share } from '../concurrency/bulkhead.js';

/** Hashing uses the thread pool that DNS look-ups of new connections need. Many guesses at once must not fill it. */
const bulkhead = new Bulkhead({ capacity: 2, maxWaiting: 200, newestFirstAfterMs: 1000, waitTimeoutMs: 5000 });

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

/** Counts an attempt before the secret is compared, so that guesses sent at once cannot pass a limit together. */
export interface Attempt {
  /** @returns false if the attempt has to wait, outside the queue. Throws if it is denied */
  begin(): Promise<boolean>;
  /** Resolves when `begin` can be called again. Throws if the wait is too long. */
  wait(): Promise<void>;
  /** Called once after `begin` has returned true. */
  end(succeeded: boolean): Promise<void>;
}

export interface Comparison {
  /** Whose comparison it is: shares take turns, so that the many sign-ins of one client do not delay all others. */
  share?: Share;
  /** Counts and limits the attempts. */
  attempt?: Attempt;
}

/** The command line guesses no secrets. */
const uncounted: Attempt = {
  begin: () => Promise.resolve(true),
  wait: () => Promise.resolve(),
  end: () => Promise.resolve(),
};

let decoyHash: Promise<string> | undefined;

/** Compares a password or client secret with its hash, like `findMatchingHash`. */
export async function verifySecret(
  secret: string,
  hashed: string | null | undefined,
  comparison?: Comparison,
): Promise<boolean> {
  return (await findMatchingHash(secret, typeof hashed === 'string' ? [hashed] : [], comparison)) !== undefined;
}

/**
 * Compares a password or client secret with hashes, as one attempt.
 *
 * @param hashes those that are too costly are left out. If none is left, the secret is compared with a decoy: the time taken must
 *   not tell whether a user or client exists
 * @returns undefined if none matches
 * @throws BulkheadFullError, and what `attempt` throws
 */
export async function findMatchingHash(
  secret: string,
  hashes: readonly string[],
  { share, attempt = uncounted }: Comparison = {},
): Promise<string | undefined> {
  const comparable = hashes.filter(isAffordableHash);
  // Outside the bulkhead, which could reject it: the decoy is made once.
  decoyHash ??= hash('decoy', parameters).catch((error: unknown) => {
    decoyHash = undefined;
    throw error;
  });
  const decoy = await decoyHash;
  const compare = async () => {
    for (const hashed of comparable) if (await verify(hashed, secret)) return hashed;
    if (comparable.length === 0) await verify(decoy, secret);
    return undefined;
  };
  for (;;) {
    const counted = await bulkhead.run(() => count(attempt, compare), share && { share });
    if (counted) return counted.matching;
    await attempt.wait();
  }
}

/** @returns undefined if the attempt has to wait */
async function count(
  attempt: Attempt,
  compare: () => Promise<string | undefined>,
): Promise<{ matching: string | undefined } | undefined> {
  if (!(await attempt.begin())) return undefined;
  let matching: string | undefined;
  try {
    matching = await compare();
  } finally {
    await attempt.end(matching !== undefined);
  }
  return { matching };
}
