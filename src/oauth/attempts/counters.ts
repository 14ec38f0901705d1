import { createHash } from 'node:crypto';
import ipaddr from 'ipaddr.js';

/** A count of failed attempts. */
export interface Counter {
  /** A hash, because people type passwords into the name field. */
  key: Buffer;
  /** `single`: ATTEMPT_LIMIT, of one name from one source. `total`: ATTEMPT_LIMIT_TOTAL, of a name or an address. */
  limit: 'single' | 'total';
}

/** The counters of an attempt to authenticate as a client. */
export function clientCounters(clientId: string, address: string): Counter[] {
  return [counter('single', 'client', clientId, normaliseAddress(address)), addressCounter(address)];
}

/**
 * The counters of an attempt to authenticate as a user.
 *
 * @param name as typed; compared without case
 */
export function userCounters(name: string, source: PasswordSource): Counter[] {
  const user = lowerCase(name.trim());
  const total = counter('total', 'user', user);
  // A client has no counter of its own: failures of one user must not lock out the other users of the client.
  if ('clientId' in source) return [counter('single', 'user', user, 'via', source.clientId), total];
  return [counter('single', 'user', user, normaliseAddress(source.address)), total, addressCounter(source.address)];
}

/** Where a password comes from: the user's browser, or a client, whose address many users share. */
export type PasswordSource = { address: string } | { clientId: string };

function addressCounter(address: string): Counter {
  return counter('total', 'address', normaliseAddress(address));
}

function counter(limit: Counter['limit'], ...parts: string[]): Counter {
  return { key: createHash('sha256').update(JSON.stringify(parts)).digest(), limit };
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
