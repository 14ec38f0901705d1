import { InvalidArgumentError } from 'commander';

const loopbackHost = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** Schemes that a browser executes or displays instead of redirecting. */
const forbiddenScheme = /^(javascript|data|vbscript|blob|about|file|filesystem|view-source|ws|wss|ftp):$/;

/**
 * Parses a redirect URI: absolute and without a fragment (RFC 6749, section 3.1.2); https, http on the loopback interface, or
 * the scheme of an app (RFC 8252, section 7).
 *
 * @param previous those given before it
 */
export function parseRedirectUri(value: string, previous: string[]): string[] {
  if (!URL.canParse(value) || !/^[\x21-\x7E]+$/.test(value) || value.includes('#')) {
    throw new InvalidArgumentError('It must be an absolute URI in ASCII, without white space or fragment.');
  }
  const { protocol, hostname } = new URL(value);
  if (protocol === 'http:' ? !loopbackHost.test(hostname) : forbiddenScheme.test(protocol)) {
    throw new InvalidArgumentError('Use https, http on localhost, 127.0.0.1 or [::1], or the scheme of an app.');
  }
  return [...previous, value];
}
