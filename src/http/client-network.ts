import ipaddr from 'ipaddr.js';

/**
 * What a client is known by: its IPv4 address, or its IPv6 network of 64 bits, because each customer has all addresses of such a network
 * (RFC 6177). Drops the port, which some proxies add in `X-Forwarded-For`.
 *
 * @returns the text itself if it is no address
 */
export function clientNetwork(address: string): string {
  const bare = [address, withoutPort(address)].find((candidate) => ipaddr.isValid(candidate));
  if (bare === undefined) return address;
  const parsed = ipaddr.process(bare);
  return parsed.kind() === 'ipv4' ? parsed.toString() : (parsed as ipaddr.IPv6).parts.slice(0, 4).join(':');
}

function withoutPort(text: string): string {
  return /^\[(.*)\]/.exec(text)?.[1] ?? text.replace(/:[^:]*$/, '');
}
