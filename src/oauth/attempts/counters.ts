import { createHash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { type Owner } from '../../concurrency/fair-semaphore.js';

/** A count of failed attempts. */
export interface Counter {
  /** A hash, because people type passwords into the name field. */
  key: Buffer;
  /** `single`: ATTEMPT_LIMIT, of one name from one source. `total`: ATTEMPT_LIMIT_TOTAL, of a name or an address. */
  limit: 'single' | 'total';
  delay: Delay;
}

/** Seconds between two attempts beyond the limit: `first`, then doubled with each failure, up to `max`. */
interface Delay {
  first: number;
  max: number;
}

/** With the default window, about four attempts in five minutes beyond the limit. */
const singleDelay: Delay = { first: 30, max: 86_400 };
/** Guesses from many addresses get slow; the first browsers without a sign-in after them wait seconds. */
const nameDelay: Delay = { first: 1, max: 86_400 };
/** Short, because many people may share an address. */
const addressDelay: Delay = { first: 1, max: 4 };

/** The counters of an attempt to authenticate as a client. */
export function clientCounters(clientId: string, address: string): Counter[] {
  return [single('client', clientId, normaliseAddress(address)), addressCounter(address)];
}

/**
 * The counters of an attempt to authenticate as a user. The single ones are of the browser, if any, and of the address or
 * client.
 *
 * @param name as typed; compared without case
 */
export function userCounters(name: string, source: PasswordSource): Counter[] {
  const user = normaliseName(name);
  const total: Counter = { key: keyOf('user', user), limit: 'total', delay: nameDelay };
  // A client has no counter of its own: failures of one user must not lock out the other users of the client.
  if ('clientId' in source) return [single('user', user, 'via', source.clientId), total];
  const { address, browser } = source;
  return [
    ...(browser === undefined ? [] : [single('user', user, 'browser', browser)]),
    single('user', user, normaliseAddress(address)),
    total,
    addressCounter(address),
  ];
}

/** A browser, perhaps with the identifier of its cookie. */
interface BrowserSource {
  address: string;
  browser?: string;
}

/** Where a password comes from: the user's browser, or a client, whose address many users share. */
export type PasswordSource = BrowserSource | { clientId: string };

/** Whose comparison of a client secret it is. The address comes first: anybody can make up client identifiers. */
export function clientOwner(clientId: string, address: string): Owner {
  return [`address ${normaliseAddress(address)}`, `client ${clientId}`];
}

/** Whose comparison of a password it is. A client is authenticated before. */
export function userOwner(name: string, source: PasswordSource): Owner {
  return [sourceKey(source), `user ${normaliseName(name)}`];
}

/** One key for all that share a source: the client, or the network address. */
export function sourceKey(source: PasswordSource): string {
  return 'clientId' in source ? `client ${source.clientId}` : `address ${normaliseAddress(source.address)}`;
}

function addressCounter(address: string): Counter {
  return { key: keyOf('address', normaliseAddress(address)), limit: 'total', delay: addressDelay };
}

function single(...parts: string[]): Counter {
  return { key: keyOf(...parts), limit: 'single', delay: singleDelay };
}

function keyOf(...parts: string[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}

function normaliseName(name: string): string {
  return lowerCase(name.trim());
}

/**
 * Lower case as PostgreSQL's `lower()` has it, by which users are found: each character becomes one character. The whole
 * string's `toLowerCase()` differs for `İ` and for a final sigma, so names of one user would be counted apart.
 */
export function lowerCase(name: string): string {
  return Array.from(name, (character) => String.fromCodePoint(character.toLowerCase().codePointAt(0) ?? 0)).join('');
}

/**
 * Normalises a network address for counting. All IPv6 addresses of a /64 network count as one, because each customer has
 * such a network (RFC 6177). Drops the port, which some proxies add in `X-Forwarded-For`.
 *
 * @returns the address itself if it cannot be parsed
 */
function normaliseAddress(address: string): string {
  const bare = [address, withoutPort(address)].find((text) => ipaddr.isValid(text));
  if (bare === undefined) return address;
  const parsed = ipaddr.process(bare);
  return parsed.kind() === 'ipv4' ? parsed.toString() : Buffer.from(parsed.toByteArray().slice(0, 8)).toString('hex');
}

function withoutPort(address: string): string {
  return /^\[(.*)\]/.exec(address)?.[1] ?? address.replace(/:[^:]*$/, '');
}
