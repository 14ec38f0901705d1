import { createHash, randomBytes } from 'node:crypto';

/** A new access token: 256 random bits, in characters that need no escaping anywhere. */
export function newToken(): string {
  const token = randomBytes(32).toString('base64url');
  // A command line would take it for an option.
  return token.startsWith('-') ? newToken() : token;
}

/** What is kept of a token. A plain hash is enough: 256 random bits cannot be guessed from it. */
export function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
