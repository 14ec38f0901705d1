import { type IncomingMessage, type ServerResponse } from 'node:http';
import { hash } from 'node:crypto';

/** Sends a body of known length, or 304 if `If-None-Match` contains the response's `ETag`. For GET and HEAD. */
export function sendBody(body: Buffer, { headers }: IncomingMessage, response: ServerResponse): void {
  const condition = headers['if-none-match'];
  if (condition !== undefined && matchesEtag(condition, response.getHeader('ETag')?.toString())) {
    response.statusCode = 304;
    response.removeHeader('Content-Type');
    response.end();
  } else if (response.statusCode === 204) {
    // It must not have a Content-Length (RFC 9110, section 8.6).
    response.end();
  } else {
    response.setHeader('Content-Length', body.length);
    response.end(body);
  }
}

/**
 * The ETag of a body. It is weak, because it is computed before compression: the same for all encodings. It depends on the
 * bytes alone, so all replicas send the same.
 */
export function etagOf(body: Buffer): string {
  return `W/"${hash('sha1', body, 'base64url')}"`;
}
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
