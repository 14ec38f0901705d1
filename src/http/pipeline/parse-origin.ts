/** The name of a host has at most 253 characters (RFC 1035, section 2.3.4). */
const longestHost = 253 + ':65535'.length;
const hostAndPort = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i;

/**
 * Scheme and host of a request. Links and headers repeat the host, so nothing else may stand in its place (RFC 9112,
 * section 3.2).
 *
 * @returns undefined when that is no scheme of ours, or no host
 */
export function parseOrigin(protocol: string, host = ''): string | undefined {
  const origin = `${protocol}://${host}`;
  const sound = /^https?$/.test(protocol) && host.length <= longestHost && hostAndPort.test(host);
  // Ports beyond 65535, and addresses of too many or too large parts.
  return sound && URL.canParse(origin) ? origin : undefined;
}
