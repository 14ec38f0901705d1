import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { hash, verify } from '@node-rs/argon2';
import type * as LanguageCommon from '@zxcvbn-ts/language-common';
import { FairSemaphore, type Owner } from '../concurrency/fair-semaphore.js';

/** Many guesses at once must not fill the thread pool: hashing and the DNS look-ups of new connections share it. */
const queue = { maxWaiting: 200, newestFirstAfterMs: 1000, waitTimeoutMs: 5000 };

const hashing = new FairSemaphore({ capacity: 2, queue });

/**
 * The highest cost of a hash: memory in KiB, and work, which is memory times passes. A sign-in computes hashes of up to this cost,
 * two sign-ins run at a time, and a replica has 640 MiB. The defaults of PHP and Django and the second choice of RFC 9106 cost less.
 */
export const maxHashCost = { memory: 131_072, work: 524_288 };

/** The work of all decoys of one comparison. Room for our parameters and those of three usual systems. */
const maxDecoyWork = 2 * maxHashCost.work;

/** The parameters that OWASP recommends for argon2id. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const ownParameters = '$argon2id$v=19$m=19456,t=2,p=1';

/** Hashes a password or client secret with argon2id. @param owner whose work it is */
export function hashSecret(secret: string, owner?: Owner): Promise<string> {
  return queueHashing(() => hash(secret, parameters), owner);
}

/** Compares a password or client secret with its hash. */
export async function verifySecret(secret: string, hashed: string): Promise<boolean> {
  return (await findMatchingHash({ secret, hashes: [hashed] })) !== undefined;
}

/** A password or client secret to compare. */
export interface Comparison {
  secret: string;
  /** Those that cannot be computed, or are too costly, are left out. */
  hashes: readonly string[];
  /** What a failed comparison computes, with whichever hashes: `decoysFor` or `clientDecoys`. By default nothing more. */
  decoys?: readonly string[];
  /** Whose work it is: owners take turns, so that the many sign-ins of one client do not delay all others. */
  owner?: Owner;
}

/**
 * Compares a secret with hashes, and does not count the attempt: for the command line, where nobody guesses. `Attempts` of the
 * OAuth endpoints counts.
 *
 * @returns undefined if none matches. That takes the same time for all `hashes` whose parameters are among the decoys
 * @throws SemaphoreFullError
 */
export function findMatchingHash(comparison: Comparison): Promise<string | undefined> {
  return queueHashing(() => computeMatchingHash(comparison), comparison.owner);
}

/** Runs work that computes hashes, once there is capacity for it. @throws SemaphoreFullError */
export function queueHashing<T>(task: () => Promise<T>, owner?: Owner): Promise<T> {
  return hashing.run(task, owner && { owner });
}

/** As `findMatchingHash`, for work that `queueHashing` runs. */
export async function computeMatchingHash({ secret, hashes, decoys = [] }: Comparison): Promise<string | undefined> {
  const compared = withDecoys(hashes.filter(isAffordableHash), decoys);
  for (const hashed of compared) if (await matches(hashed, secret)) return hashed;
  return undefined;
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
    // The salt or the hash is broken, and nothing was computed. Computes a decoy, which throws again if the computation itself failed.
    return verify(decoyHash(readParameters(hashed)?.name ?? ownParameters), secret);
  }
}

/** A client has two secrets at most. They are always hashed by this service. */
export const clientDecoys: readonly string[] = [ownParameters, ownParameters];

/**
 * The parameters that each failed comparison computes once, so that its time does not tell which of them a user has. One costly
 * decoy would not do: the time of a hash does not grow evenly with its memory and passes.
 *
 * @param stored the parameters of the hashes of all users
 * @returns ours first, since most users have them, then the most costly ones, as long as all together are affordable
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

/** Whether a hash can be computed and is not too costly. @param hashed in PHC string format; its parameters suffice */
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

/** Lengths in Unicode code points: a letter or a simple emoji counts as one. */
const minLength = 8;

const maxLength = 1000;

/** Characters in alphabetical order and in the order of the keyboard. */
const sequences = ['abcdefghijklmnopqrstuvwxyz', '0123456789012345', 'qwertyuiopasdfghjklzxcvbnm'];

/**
 * What every new password of a user must be. Stored passwords are not checked again, and imported hashes cannot be.
 *
 * @param email of the user
 * @returns why the password is rejected, without repeating it; undefined if it is accepted
 */
export function passwordFault(password: string, email?: string | null): string | undefined {
  if (Array.from(normalise(password)).length < minLength)
    return `must have ${minLength} characters or more, without spaces around`;
  if (isTooLong(password)) return `must have ${maxLength.toLocaleString('en')} characters or fewer`;
  const typed = normalise(password);
  if (isCommon(typed))
    return 'is too common: it must not be on the list of common passwords, a repetition or a sequence';
  const ownEmail = normalise(email ?? '');
  const isOwn = ownEmail !== '' && [ownEmail, ownEmail.split('@')[0]].includes(typed);
  return isOwn ? 'must not be the e-mail address, nor the part before its @' : undefined;
}

/** Whether a password is longer than any password that a user may have. */
export function isTooLong(password: string): boolean {
  // A code point has one or two units.
  return password.length > maxLength && Array.from(password).length > maxLength;
}

/** Removes what does not protect from a guess: case, spaces around, invisible characters, and compatible forms of letters. */
function normalise(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim()
    .toLowerCase();
}

/** The list of the package lacks repetitions and most sequences, because the package finds those by rules. */
function isCommon(typed: string): boolean {
  if (commonPasswords().has(typed)) return true;
  if (/^(.{1,4})\1+$/su.test(typed)) return true;
  const reversed = Array.from(typed).reverse().join('');
  return sequences.some((keys) => keys.includes(typed) || keys.includes(reversed));
}

let common: ReadonlySet<string> | undefined;

/** Loaded when the first password is set. The list takes 15 MB, and the service only compares passwords. */
function commonPasswords(): ReadonlySet<string> {
  if (common) return common;
  const load = createRequire(__filename);
  const { dictionary } = load('@zxcvbn-ts/language-common') as typeof LanguageCommon;
  common = new Set(dictionary['passwords-common']);
  return common;
}
