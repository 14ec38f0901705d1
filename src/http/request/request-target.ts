/**
 * The target of a request as path and query (RFC 9112, section 3.2). Node accepts some characters that no URL may contain.
 * They are percent-encoded here, because links repeat the path: `>` would end a link in the `Link` header, and clients do
 * not send what follows a `#`.
 */
export function originForm(target: string): string {
  return target
    .replace(/^https?:\/\/[^/?#]*/i, '')
    .replace(/^(?!\/)/, '/')
    .replace(/["#<>\\^`{|}]/g, encodeURIComponent);
}

/** The percent-encoded path of a target, without scheme, host and query. */
export function pathOf(target: string): string {
  return withoutQuery(originForm(target));
}

/** Removes `BASE_PATH` from the beginning. A target without it stays, as a proxy may have removed it. */
export function withoutBasePath(target: string, basePath: string): string {
  const rest = target.startsWith(basePath) ? target.slice(basePath.length) : target;
  if (rest === '' || rest.startsWith('?')) return `/${rest}`;
  return rest.startsWith('/') ? rest : target;
}

/** @param target path and query */
export function withoutQuery(target: string): string {
  return target.replace(/\?.*/s, '');
}
