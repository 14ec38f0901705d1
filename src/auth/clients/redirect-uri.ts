/**
 * The registered address that a request names: compared character by character, but for the port of loopback addresses,
 * which native apps learn only when they listen (RFC 8252, section 7.3).
 *
 * @param requested absent where the client leaves it out; that is clear only when one address is registered
 * @returns the address to send the person back to, undefined when it is not known to be good
 */
export function findRedirect(requested: string | undefined, registered: readonly string[]): string | undefined {
  if (requested === undefined) return registered.length === 1 ? registered[0] : undefined;
  const wanted = withoutLoopbackPort(requested);
  return registered.some((address) => withoutLoopbackPort(address) === wanted) ? requested : undefined;
}

function withoutLoopbackPort(address: string): string {
  const [, before, port, after] =
    /^(http:\/\/(?:127\.0\.0\.1|\[::1\]))(?::(\d{1,5}))?((?:[/?].*)?)$/s.exec(address) ?? [];
  if (before === undefined || Number(port ?? 80) > 65_535) return address;
  return `${before}${after ?? ''}`;
}
