import { hash } from 'node:crypto';

/**
 * The ETag of a body. It is weak, because it is computed before compression: the same for all encodings. It depends on the
 * bytes alone, so all replicas send the same.
 */
export function etagOf(body: Buffer): string {
  return `W/"${hash('sha1', body, 'base64url')}"`;
}
