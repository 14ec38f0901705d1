/**
 * Whether `If-None-Match` contains the ETag of a response, by weak comparison (RFC 9110, section 13.1.2).
 *
 * @param condition the value of `If-None-Match`
 */
export function matchesEtag(condition: string, tag: string | undefined): boolean {
  if (condition === '*') return true;
  if (tag === undefined) return false;
  const opaque = withoutWeakPrefix(tag);
  return condition.split(',').some((named) => withoutWeakPrefix(named.trim()) === opaque);
}

function withoutWeakPrefix(tag: string): string {
  return tag.startsWith('W/') ? tag.slice(2) : tag;
}
