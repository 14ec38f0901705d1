import { printQuery, type QueryPair } from '../../http/request/query-string.js';

/**
 * The registered address that a request names: compared character by character, but for the port of loopback addresses,
 * which native apps learn only when they listen (RFC 8252, section 7.3).
 *
 * @param requested absent where the client leaves it out; that is clear only when one address is registered
 * @returns the address to send the person back to, undefined when it is not known to be good
 */
export function findRedirect(requested: string | undefined, registered: readonly string[]): string | undefined {
  if (requested === undefined) return registered.length === 1 ? registered[0] : undefined;
  const wanted = withoutLoopbackPort(requested);
  return registered.some((address) => withoutLoopbackPort(address) === wanted) ? requested : undefined;
}

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

function withoutLoopbackPort(address: string): string {
  const [, before, port, after] =
    /^(http:\/\/(?:127\.0\.0\.1|\[::1\]))(?::(\d{1,5}))?((?:[/?].*)?)$/s.exec(address) ?? [];
  if (before === undefined || Number(port ?? 80) > 65_535) return address;
  return `${before}${after ?? ''}`;
}
