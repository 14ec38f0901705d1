import { createHash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { type Owner } from '../../concurrency/fair-semaphore.js';

/** A count of failed attempts. */
export interface Counter {
  /** A hash, because people type passwords into the name field. */
  key: Buffer;
  /** `single`: ATTEMPT_LIMIT, of one name from one source. `total`: ATTEMPT_LIMIT_TOTAL, of a name or an IP address. */
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

/** Doubles with each guess from any IP address. A user in an unknown browser waits seconds after the first guesses. */
const nameDelay: Delay = { first: 1, max: 86_400 };

/** Short, because many people may share an IP address. */
const ipDelay: Delay = { first: 1, max: 4 };

/** The counters of an attempt to authenticate as a client. */
export function clientCounters(clientId: string, clientIp: string): Counter[] {
  return [single('client', clientId, normaliseIp(clientIp)), ipCounter(clientIp)];
}

/**
 * The counters of an attempt to authenticate as a user. The single ones are of the browser, if it has a cookie, and of the IP
 * address or client.
 *
 * @param name as typed; compared without case
 */
export function userCounters(name: string, source: PasswordSource): Counter[] {
  const user = normaliseName(name);
  const total: Counter = { key: keyOf('user', user), limit: 'total', delay: nameDelay };
  // A client has no counter of its own: failures of one user must not lock out the other users of the client.
  if ('clientId' in source) return [single('user', user, 'via', source.clientId), total];
  const { clientIp, browser } = source;
  return [
    ...(browser === undefined ? [] : [single('user', user, 'browser', browser)]),
    single('user', user, normaliseIp(clientIp)),
    total,
    ipCounter(clientIp),
  ];
}

/** A browser, with the identifier of its cookie if it has one. */
interface BrowserSource {
  clientIp: string;
  browser?: string;
}

/** Where a password comes from: the user's browser, or a client, whose IP address many users share. */
export type PasswordSource = BrowserSource | { clientId: string };

/** Whose work the comparison of a client secret is. The IP address comes first: anybody can make up client identifiers. */
export function clientOwner(clientId: string, clientIp: string): Owner {
  return [`address ${normaliseIp(clientIp)}`, `client ${clientId}`];
}

/** Whose work the comparison of a password is. The client, if any, has authenticated before. */
export function userOwner(name: string, source: PasswordSource): Owner {
  return [sourceKey(source), `user ${normaliseName(name)}`];
}

/** One key for all attempts from a source: the client, or the IP address. */
export function sourceKey(source: PasswordSource): string {
  return 'clientId' in source ? `client ${source.clientId}` : `address ${normaliseIp(source.clientIp)}`;
}

function ipCounter(clientIp: string): Counter {
  return { key: keyOf('address', normaliseIp(clientIp)), limit: 'total', delay: ipDelay };
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
 * Converts each character alone, as PostgreSQL's `lower()` does when it finds a user. `toLowerCase()` of a whole string differs for
 * `İ` and for a final sigma, so two spellings of one user would have two counters.
 */
export function lowerCase(name: string): string {
  return Array.from(name, (character) => String.fromCodePoint(character.toLowerCase().codePointAt(0) ?? 0)).join('');
}

/**
 * Normalises an IP address for counting. All IPv6 addresses of a /64 network count as one, because each customer has
 * such a network (RFC 6177). Drops the port, which some proxies add in `X-Forwarded-For`.
 *
 * @returns the text itself if it cannot be parsed
 */
function normaliseIp(clientIp: string): string {
  const bare = [clientIp, withoutPort(clientIp)].find((candidate) => ipaddr.isValid(candidate));
  if (bare === undefined) return clientIp;
  const parsed = ipaddr.process(bare);
  return parsed.kind() === 'ipv4' ? parsed.toString() : Buffer.from(parsed.toByteArray().slice(0, 8)).toString('hex');
}

function withoutPort(text: string): string {
  return /^\[(.*)\]/.exec(text)?.[1] ?? text.replace(/:[^:]*$/, '');
}
