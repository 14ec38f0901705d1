import { createHash } from 'node:crypto';
import { countedAddress } from './address.js';
import { withoutCase } from './without-case.js';

/** Failures counted under one key. */
export interface Counter {
  /** A hash: people type passwords where names belong. */
  key: Buffer;
  /** Which of the limits it has: that of one name from one address, or that of many. */
  limit: 'single' | 'total';
}

/** Somebody who proves to be a client. */
export function clientCounters(clientId: string, address: string): Counter[] {
  return [counter('single', 'client', clientId, countedAddress(address)), fromAddress(address)];
}

/**
 * Somebody who proves to be a user.
 *
 * @param name what was typed as the user's name; compared without case
 * @param from the person's address; or the client that asks with the person's password, whose address many share
 */
export function userCounters(name: string, from: PasswordSource): Counter[] {
  const user = withoutCase(name.trim());
  const total = counter('total', 'user', user);
  // Nothing is counted of a client as a whole: whoever fails often through it must not lock its other users out.
  if ('clientId' in from) return [counter('single', 'user', user, 'via', from.clientId), total];
  return [counter('single', 'user', user, countedAddress(from.address)), total, fromAddress(from.address)];
}

/** Where a user's password comes from. */
export type PasswordSource = { address: string } | { clientId: string };

function fromAddress(address: string): Counter {
  return counter('total', 'address', countedAddress(address));
}

function counter(limit: Counter['limit'], ...parts: string[]): Counter {
  return { key: createHash('sha256').update(JSON.stringify(parts)).digest(), limit };
}
