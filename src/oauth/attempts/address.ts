import ipaddr from 'ipaddr.js';

/**
 * Normalises a network address for counting. All IPv6 addresses of a /64 network count as one, because each customer has
 * such a network (RFC 6177). Drops the port, which some proxies add in `X-Forwarded-For`.
 *
 * @returns the address itself if it cannot be parsed
 */
export function normaliseAddress(address: string): string {
  const bare = [address, withoutPort(address)].find((text) => ipaddr.isValid(text));
  if (bare === undefined) return address;
  const parsed = ipaddr.process(bare);
  return parsed.kind() === 'ipv4' ? parsed.toString() : Buffer.from(parsed.toByteArray().slice(0, 8)).toString('hex');
}

function withoutPort(address: string): string {
  return /^\[(.*)\]/.exec(address)?.[1] ?? address.replace(/:[^:]*$/, '');
}
