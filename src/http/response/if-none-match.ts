/**
 * Whether a condition names the tag of an answer, so that its caller has it already: by weak comparison
 * (RFC 9110, section 13.1.2), as Express decides on the whole way.
 *
 * @param condition the value of `If-None-Match`
 */
export function matchesEtag(condition: string, tag: string | undefined): boolean {
  if (condition === '*') return true;
  if (tag === undefined) return false;
  const opaque = withoutMark(tag);
  return condition.split(',').some((named) => withoutMark(named.trim()) === opaque);
}

/** Weak or strong is all the same here. */
function withoutMark(tag: string): string {
  return tag.startsWith('W/') ? tag.slice(2) : tag;
}
