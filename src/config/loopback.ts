/**
 * Whether a host name of a URL names this machine only (RFC 6890: 127.0.0.0/8 and ::1).
 *
 * @param hostname as `URL.hostname` has it: an IPv6 address stands in brackets
 */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
