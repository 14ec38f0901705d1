import { hash, randomBytes } from 'node:crypto';

/** A new access token: 256 random bits, in characters that need no escaping anywhere. */
export function newToken(): string {
  const token = randomBytes(32).toString('base64url');
  // A command line would read a leading dash as an option.
  return token.startsWith('-') ? newToken() : token;
}

/** The stored form of a token. Unsalted SHA-256 suffices: nobody can guess 256 random bits. */
export function digest(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
