import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { FairSemaphore, type Owner } from '../concurrency/fair-semaphore.js';

/** Hashing uses the thread pool that DNS look-ups of new connections need. Many guesses at once must not fill it. */
const queue = { maxWaiting: 200, newestFirstAfterMs: 1000, waitTimeoutMs: 5000 };
const hashing = new FairSemaphore({ capacity: 2, queue });

/**
 * The highest cost of a hash: memory in KiB, and memory times passes. Every sign-in pays it, two at a time, and a replica has
 * 640 MiB. Above the parameters of PHP, Django and the second of RFC 9106.
 */
export const maxHashCost = { memory: 131_072, work: 524_288 };

/** What the decoys of one comparison cost at most, in memory times passes: the parameters of three usual systems and ours. */
const maxDecoyWork = 2 * maxHashCost.work;

/** The parameters that OWASP recommends for argon2id. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const ownParameters = '$argon2id$v=19$m=19456,t=2,p=1';

/** Whether a hash in PHC string format, or its beginning with the parameters, can be computed and is not too costly. */
export function isAffordableHash(hashed: string): boolean {
  return readParameters(hashed) !== undefined;
}

/** @returns undefined for text of another format, and for parameters that are impossible or too costly */
function readParameters(hashed: string): { name: string; work: number } | undefined {
  const matches = /^(\$argon2(?:id|i|d)\$(?:v=(?:16|19)\$)?m=(\d+),t=(\d+),p=(\d+))(?:\$|$)/.exec(hashed);
  if (!matches) return undefined;
  const [name = '', ...numbers] = matches.slice(1);
  const [memory = 0, passes = 0, lanes = 0] = numbers.map(Number);
  const isPossible = passes >= 1 && lanes >= 1 && memory >= 8 * lanes;
  const isAffordable = memory <= maxHashCost.memory && memory * passes <= maxHashCost.work;
  return isPossible && isAffordable ? { name, work: memory * passes } : undefined;
}

/** Whether a hash has the parameters with which this service hashes. */
export function isOwnHash(hashed: string): boolean {
  return hashed.startsWith(`${ownParameters}$`);
}

/** Hashes a password or client secret with argon2id. @param owner whose work it is */
export function hashSecret(secret: string, owner?: Owner): Promise<string> {
  return hashing.run(() => hash(secret, parameters), owner && { owner });
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
  /** Whose comparison it is: owners take turns, so that the many sign-ins of one client do not delay all others. */
  owner?: Owner;
  /** Counts and limits the attempts. */
  attempt?: Attempt;
  /** What a failed comparison computes, with whichever hashes: of `decoysFor` or `clientDecoys`. By default nothing more. */
  decoys?: readonly string[];
}

/** A client has two secrets at most. They are always hashed by this service. */
export const clientDecoys: readonly string[] = [ownParameters, ownParameters];

/**
 * The parameters that each failed comparison computes, each once, so that its time does not tell which of them a user has. Time
 * does not grow evenly with memory and passes, so no single decoy takes as long as a cheaper hash and some work.
 *
 * @param stored the parameters of the hashes of all users
 * @returns ours first, since most users have them; of others the dearest first, as far as all together are affordable
 */
export function decoysFor(stored: readonly string[]): string[] {
  const decoys = [ownParameters];
  let total = readParameters(ownParameters)?.work ?? 0;
  const others = stored.flatMap((name) => readParameters(name) ?? []).filter(({ name }) => name !== ownParameters);
  for (const { name, work } of others.sort((a, b) => b.work - a.work || (a.name < b.name ? -1 : 1))) {
    if (total + work > maxDecoyWork) continue;
    total += work;
    decoys.push(name);
  }
  return decoys;
}

/** The command line guesses no secrets. */
const uncounted: Attempt = {
  begin: () => Promise.resolve(true),
  wait: () => Promise.resolve(),
  end: () => Promise.resolve(),
};

/** Compares a password or client secret with its hash. */
export async function verifySecret(secret: string, hashed: string): Promise<boolean> {
  return (await findMatchingHash(secret, [hashed])) !== undefined;
}

/**
 * Compares a password or client secret with hashes, as one attempt.
 *
 * @param hashes those that cannot be computed, or are too costly, are left out
 * @returns undefined if none matches. That takes the same time for all `hashes` whose parameters are among the decoys
 * @throws SemaphoreFullError, and what `attempt` throws
 */
export async function findMatchingHash(
  secret: string,
  hashes: readonly string[],
  { owner, attempt = uncounted, decoys = [] }: Comparison = {},
): Promise<string | undefined> {
  const compared = withDecoys(hashes.filter(isAffordableHash), decoys);
  const compare = async () => {
    for (const hashed of compared) if (await matches(hashed, secret)) return hashed;
    return undefined;
  };
  for (;;) {
    const counted = await hashing.run(() => count(attempt, compare), owner && { owner });
    if (counted) return counted.matching;
    await attempt.wait();
  }
}

/** Replaces the decoys by the hashes that have their parameters. The order does not depend on the hashes. */
function withDecoys(hashes: readonly string[], decoys: readonly string[]): string[] {
  const remaining = [...hashes];
  const replaced = decoys.map((decoy) => {
    const at = remaining.findIndex((hashed) => hashed.startsWith(`${decoy}$`));
    return remaining.splice(at, at < 0 ? 0 : 1)[0] ?? decoyHash(decoy);
  });
  return [...replaced, ...remaining];
}

/** No secret has this hash: salt and hash are random. */
function decoyHash(decoy: string): string {
  const random = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '');
  return `${decoy}$${random(16)}$${random(32)}`;
}

async function matches(hashed: string, secret: string): Promise<boolean> {
  try {
    return await verify(hashed, secret);
  } catch {
    // Salt or hash are broken, which takes no time. An error of the computation comes again.
    return verify(decoyHash(readParameters(hashed)?.name ?? ownParameters), secret);
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
