import { printQuery, type QueryPair } from '../../http/request/query-string.js';

/** Adds the parameters of an answer to the address, whose own query stays as it is (RFC 6749, section 3.1.2). */
export function withAnswer(address: string, answer: readonly QueryPair[]): string {
  const separator = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&';
  return address + separator + printQuery(answer);
}

/**
 * Where forms may lead so that people get back to a client, for `form-action` of a Content-Security-Policy. Chromium
 * holds every redirect after a form to it, those that the client makes from there too: so it is schemes, not hosts.
 */
export function formTargets(registered: readonly string[]): string[] {
  return [...new Set(['https:', ...registered.map((address) => new URL(address).protocol)])];
}
