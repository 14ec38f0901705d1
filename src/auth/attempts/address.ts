import ipaddr from 'ipaddr.js';

/** Whoever has one IPv6 address has 2^64 of them (RFC 6177): a network of that size counts as one address. */
export function countedAddress(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4' ? parsed.toString() : Buffer.from(parsed.toByteArray().slice(0, 8)).toString('hex');
}
