import { InvalidArgumentError } from 'commander';

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** A browser runs or shows what these name; it does not send anybody anywhere. */
const dangerous = /^(javascript|data|vbscript|blob|about|file|filesystem|view-source|ws|wss|ftp):$/;

/**
 * An address where users are sent back to: absolute and without a fragment (RFC 6749, section 3.1.2); encrypted, or on
 * the person's own machine, or of an app's own scheme (RFC 8252, section 7).
 *
 * @param before those given before it
 */
export function readRedirectUri(value: string, before: string[]): string[] {
  if (!URL.canParse(value) || !/^[\x21-\x7E]+$/.test(value) || value.includes('#')) {
    throw new InvalidArgumentError('It must be an absolute address in ASCII, without white space and fragment.');
  }
  const { protocol, hostname } = new URL(value);
  if (protocol === 'http:' ? !loopback.test(hostname) : dangerous.test(protocol)) {
    throw new InvalidArgumentError('Allowed are https, http on localhost, 127.0.0.1 or [::1], and schemes of apps.');
  }
  return [...before, value];
}
