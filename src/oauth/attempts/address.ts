import ipaddr from 'ipaddr.js';

/**
 * Whoever has one IPv6 address has 2^64 of them (RFC 6177): a network of that size counts as one address. Who has one of
 * either kind has 2^16 ports, which some proxies write behind it in `X-Forwarded-For`.
 */
export function countedAddress(address: string): string {
  const bare = [address, withoutPort(address)].find((text) => ipaddr.isValid(text));
  if (bare === undefined) return address;
  const parsed = ipaddr.process(bare);
  return parsed.kind() === 'ipv4' ? parsed.toString() : Buffer.from(parsed.toByteArray().slice(0, 8)).toString('hex');
}

function withoutPort(address: string): string {
  return /^\[(.*)\]/.exec(address)?.[1] ?? address.replace(/:[^:]*$/, '');
}
