/**
 * The target of a request as path and query (RFC 9112, section 3.2). Characters that no address may hold, though Node
 * lets them pass, are encoded: links repeat the path, where `>` would end one in the `Link` header, and all that comes after
 * `#` would not be sent again.
 */
export function originForm(target: string): string {
  return target
    .replace(/^https?:\/\/[^/?#]*/i, '')
    .replace(/^(?!\/)/, '/')
    .replace(/["#<>\\^`{|}]/g, encodeURIComponent);
}

/** The path of a target, still encoded, without scheme, host and query. */
export function pathOf(target: string): string {
  return withoutQuery(originForm(target));
}

/** @param target path and query */
export function withoutQuery(target: string): string {
  return target.replace(/\?.*/s, '');
}
