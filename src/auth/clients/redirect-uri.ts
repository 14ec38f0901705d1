/**
 * Compares a requested redirect URI with the registered ones, character by character. Only the port of a loopback URI
 * may differ: native apps learn it when they start to listen (RFC 8252, section 7.3).
 *
 * @param requested may be absent if exactly one URI is registered
 * @returns the URI to redirect to; undefined if the requested URI is not registered
 */
export function findRedirectUri(requested: string | undefined, registered: readonly string[]): string | undefined {
  if (requested === undefined) return registered.length === 1 ? registered[0] : undefined;
  const wanted = withoutLoopbackPort(requested);
  return registered.some((uri) => withoutLoopbackPort(uri) === wanted) ? requested : undefined;
}

function withoutLoopbackPort(uri: string): string {
  const [, before, port, after] = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]))(?::(\d{1,5}))?((?:[/?].*)?)$/s.exec(uri) ?? [];
  if (before === undefined || Number(port ?? 80) > 65_535) return uri;
  return `${before}${after ?? ''}`;
}
