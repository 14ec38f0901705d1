import { type IncomingHttpHeaders } from 'node:http';
import ipaddr from 'ipaddr.js';

/** Headers that proxies add. */
const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

/**
 * Whether a program on this machine sent the request itself. A proxy on this machine passes on requests of others.
 *
 * @param address of the peer
 */
export function isLocal(address = '', headers: IncomingHttpHeaders): boolean {
  if (!ipaddr.isValid(address) || proxyHeaders.some((name) => headers[name] !== undefined)) return false;
  return ipaddr.process(address).range() === 'loopback';
}
