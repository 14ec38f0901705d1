import { type IncomingHttpHeaders } from 'node:http';
import ipaddr from 'ipaddr.js';
import { type Environment } from '../config/environment.js';

/** Headers that proxies add. */
const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

/**
 * Whether a program on this machine sent the request itself. A proxy on this machine passes on requests of others, and need not
 * add a header. So no request counts as local in production, or where a proxy is known to be.
 *
 * @param address of the peer
 */
export function isLocal(
  address = '',
  headers: IncomingHttpHeaders,
  { NODE_ENV, TRUST_PROXY }: Pick<Environment, 'NODE_ENV' | 'TRUST_PROXY'>,
): boolean {
  if (NODE_ENV === 'production' || TRUST_PROXY !== false) return false;
  if (!ipaddr.isValid(address) || proxyHeaders.some((name) => headers[name] !== undefined)) return false;
  return ipaddr.process(address).range() === 'loopback';
}
