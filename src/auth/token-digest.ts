import { createHash, randomBytes } from 'node:crypto';

/** A new access token: 256 random bits, in characters that need no escaping anywhere. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is kept of a token. A plain hash is enough: 256 random bits cannot be guessed from it. */
export function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
